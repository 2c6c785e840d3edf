import { type FeelType, newScope } from '../../feel/index.ts'
import { logicCompiler } from '../logic/compile-logic.ts'
import { defineFunction } from '../logic/function-definition.ts'
import type { DefinedFunction } from '../logic/function-value.ts'
import { coerce, type Logic, type Place, readable, typed } from '../logic/logic.ts'
import { attributeOf, childOf, childrenOf, type DmnElement } from '../source/dmn-element.ts'
import { ExpressionScope, type Surroundings } from '../source/expression-scope.ts'
import { anyType, type ItemType } from '../source/item-types.ts'
import type { DrgNode } from '../source/requirements.ts'

/** An element of the decision requirement graph that can be evaluated. */
export type GraphNode = DrgNode & {
  readonly compiled:
    | { readonly is: 'value'; readonly logic: Logic }
    | { readonly is: 'given'; readonly type: ItemType }
    | { readonly is: 'function'; readonly defined: DefinedFunction }
    | { readonly is: 'service'; readonly service: DecisionService }
}

export interface DecisionService {
  readonly outputs: readonly DrgNode[]
  /** Input data and input decisions, which the caller passes. */
  readonly parameters: readonly { readonly node: DrgNode; readonly type: ItemType }[]
  readonly result: ItemType
}

/** Compiles an element. With `isOpen`, its expressions may read undeclared names. */
export function compileNode(
  node: DrgNode,
  surroundings: Surroundings,
  { isOpen }: { readonly isOpen: boolean },
): GraphNode {
  const { types } = surroundings
  const { element, kind, name } = node
  if (kind === 'inputData') return { ...node, compiled: { is: 'given', type: variableType(node, types) } }
  if (kind === 'decisionService') return { ...node, compiled: { is: 'service', service: readService(node, types) } }
  const place = placeOf(node, surroundings, { isOpen })
  if (kind === 'decision') {
    const type = variableType(node, types)
    // A decision without logic is an input, like input data.
    if (isUndecided(element)) return { ...node, compiled: { is: 'given', type } }
    const logic = logicCompiler.inside(element, place, `the decision "${name}"`)
    return { ...node, compiled: { is: 'value', logic: typed(logic, type, `decision "${name}"`) } }
  }
  const body = childOf(element, 'encapsulatedLogic')
  if (body === undefined) place.scope.refuse(element, `the business knowledge model "${name}" has no logic`)
  const defined = defineFunction(body ?? element, place, { compiler: logicCompiler, what: `"${name}"` })
  return { ...node, compiled: { is: 'function', defined: withResult(defined, resultType(node, types)) } }
}

const documentation = new Set([
  'variable',
  'description',
  'question',
  'allowedAnswers',
  'decisionMaker',
  'decisionOwner',
])

/** Returns whether a decision contains only requirements and documentation. */
function isUndecided(decision: DmnElement): boolean {
  return decision.children.every(
    ({ name }) => documentation.has(name) || /^(information|knowledge|authority)Requirement$/.test(name),
  )
}

function placeOf(node: DrgNode, surroundings: Surroundings, { isOpen }: { readonly isOpen: boolean }): Place {
  const names: Record<string, FeelType> = {}
  for (const required of node.requires) {
    const isFunction = required.kind === 'businessKnowledgeModel' || required.kind === 'decisionService'
    names[required.name] = isFunction ? 'Any' : readable(variableType(required, surroundings.types).feel)
  }
  const scope = new ExpressionScope(surroundings, newScope({ isOpen }))
  for (const [name, type] of Object.entries(names)) scope.declare(name, type)
  return { scope, owner: { id: node.id, name: node.name } }
}

const variableType = ({ element }: DrgNode, types: Surroundings['types']): ItemType =>
  types.of(childOf(element, 'variable'))

/** Returns the type of the result of a function, from the type of the variable or of the function. */
function resultType({ element }: DrgNode, types: Surroundings['types']): ItemType {
  const type = types.of(childOf(element, 'variable'))
  if (type.result !== undefined) return type.result
  return type.feel === 'function' ? anyType : type
}

/** Returns the function with a conversion of its results to a type. */
function withResult(defined: DefinedFunction, type: ItemType): DefinedFunction {
  return {
    ...defined,
    call: (args, variables, run) => coerce(defined.call(args, variables, run), type, run, defined.what),
  }
}

function readService(node: DrgNode, types: Surroundings['types']): DecisionService {
  const linked = (part: string): readonly DrgNode[] =>
    childrenOf(node.element, part).flatMap((reference) => {
      const id = (attributeOf(reference, 'href') ?? '').split('#').at(-1)
      return node.requires.filter((required) => required.id === id)
    })
  const given = [...linked('inputData'), ...linked('inputDecision')]
  return {
    outputs: linked('outputDecision'),
    parameters: given.map((parameter) => ({ node: parameter, type: variableType(parameter, types) })),
    result: resultType(node, types),
  }
}
