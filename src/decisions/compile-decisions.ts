import { isFeel } from '../feel/index.ts'
import { ModelProblems, ModelRefused } from '../foundation/kit/xml/model-problems.ts'
import type { DecisionInput, DecisionModel } from './decision-model.ts'
import { compileNode } from './graph/compile-node.ts'
import { DecisionGraph } from './graph/evaluate-graph.ts'
import { attributeOf, childOf, type DmnElement, nameOf, textOf } from './source/dmn-element.ts'
import { type ItemType, ItemTypes } from './source/item-types.ts'
import { readDmnXml } from './source/read-dmn-xml.ts'
import { type DrgNode, readRequirements } from './source/requirements.ts'

/** Compiles a DMN file. Throws ModelRefused with the problems of the file. */
export function compileDecisions(bytes: Uint8Array): DecisionModel {
  const { model, problems } = readDecisions(bytes)
  if (problems.list.length > 0) throw new ModelRefused(problems.list)
  return model
}

/**
 * Compiles a DMN file, and returns the problems of its elements. Throws ModelRefused for a file that cannot be read.
 */
export function readDecisions(bytes: Uint8Array): { readonly model: DecisionModel; readonly problems: ModelProblems } {
  const root = readDmnXml(bytes)
  const problems = new ModelProblems()
  const language = attributeOf(root, 'expressionLanguage')
  if (language !== undefined && !isFeel(language)) {
    problems.add(
      attributeOf(root, 'id'),
      `expressions in the language "${language}" are not supported; write them in FEEL`,
    )
  }
  const types = new ItemTypes(root, problems)
  const requirements = readRequirements(root, problems)
  const decisions = requirements.filter(({ kind }) => kind === 'decision')
  if (childOf(root, 'decision') === undefined) problems.add(attributeOf(root, 'id'), 'the file contains no decision')
  // Without input data, the file does not declare the inputs of its decisions, so its decisions can read every
  // variable.
  const isOpen = requirements.every(({ kind }) => kind !== 'inputData')
  const nodes = requirements.map((node) => compileNode(node, { types, problems }, { isOpen }))
  const declared = nodes.flatMap(({ name, compiled }) =>
    compiled.is === 'given' ? [inputOf(name, compiled.type)] : [],
  )
  const model: DecisionModel = {
    name: nameOf(root) ?? '',
    inputs: isOpen ? [...declared, ...readByTables(root, types)] : declared,
    decisions: inFileOrder(root, decisions),
    main: mainOf(decisions),
    graph: new DecisionGraph(nodes),
  }
  return { model, problems }
}

const inputOf = (name: string, { name: type, feel }: ItemType): DecisionInput => ({ name, type, feel })

function inFileOrder(root: DmnElement, decisions: readonly DrgNode[]): DecisionModel['decisions'] {
  const position = new Map(root.children.map((element, index) => [element, index]))
  const sorted = decisions.toSorted((a, b) => position.get(a.element)! - position.get(b.element)!)
  return sorted.map(({ id, name }) => ({ id, name }))
}

function mainOf(decisions: readonly DrgNode[]): string | undefined {
  const required = new Set(decisions.flatMap(({ requires }) => requires))
  const top = decisions.filter((decision) => !required.has(decision))
  return top.length === 1 ? top[0]!.id : undefined
}

/**
 * Returns the variables whose names are the expressions of input columns of decision tables, for files without input
 * data.
 */
function readByTables(root: DmnElement, types: ItemTypes): readonly DecisionInput[] {
  const found = new Map<string, DecisionInput>()
  const open = [root]
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    const expression = element.name === 'input' ? childOf(element, 'inputExpression') : undefined
    const name = textOf(expression)
    if (name !== undefined && /^[\p{L}_][\p{L}\p{N}_ ]*$/u.test(name))
      found.set(name, inputOf(name, types.of(expression)))
    open.push(...element.children.toReversed())
  }
  return [...found.values()]
}
