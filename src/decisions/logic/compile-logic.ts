import { childOf, type DmnElement } from '../source/dmn-element.ts'
import { conditional } from './conditional.ts'
import { boxedContext } from './context.ts'
import { functionDefinition } from './function-definition.ts'
import { invocation } from './invocation.ts'
import { boxedList, relation } from './list.ts'
import { literalExpression } from './literal-expression.ts'
import { type LogicCompiler, type LogicKind, refusedLogic, typed } from './logic.ts'
import { boxedFor, filter, quantified } from './loops.ts'
import { decisionTable } from './table/decision-table.ts'

/** The kinds of boxed expressions. */
const kinds: readonly LogicKind[] = [
  literalExpression,
  decisionTable,
  boxedContext,
  invocation,
  boxedList,
  relation,
  functionDefinition,
  conditional,
  filter,
  boxedFor,
  quantified,
]
const byName = new Map(kinds.flatMap((kind) => kind.names.map((name) => [name, kind] as const)))

/** Compiles boxed expressions of every kind. */
export const logicCompiler: LogicCompiler = {
  expressionsIn: (element) => element.children.filter(({ name }) => byName.has(name)),
  compile(element, place) {
    const logic = byName.get(element.name)!.compile(element, place, logicCompiler)
    return typed(logic, place.scope.types.of(element), `"${place.owner.name}"`)
  },
  inside(element, place, what, part) {
    const inner = part === undefined ? element : childOf(element, part)
    const named = part === undefined ? what : `<${part}> of ${what}`
    const found = inner === undefined ? [] : logicCompiler.expressionsIn(inner)
    if (found.length === 1) return logicCompiler.compile(found[0]!, place)
    place.scope.refuse(inner ?? element, found.length === 0 ? missing(inner, named) : `${named} has two expressions`)
    return refusedLogic
  },
}

const missing = (element: DmnElement | undefined, what: string): string => {
  const unknown = element?.children.find(({ name }) => !harmless.has(name))
  return unknown === undefined ? `${what} has no expression` : `${what}: <${unknown.name}> is not supported`
}

const harmless = new Set(['variable', 'parameter', 'formalParameter', 'binding', 'contextEntry', 'description'])
