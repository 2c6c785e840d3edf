import type { CompiledExpression, CompiledTests } from '../../../feel/index.ts'
import { attributeOf, childrenOf, type DmnElement, nameOf, textOf } from '../../source/dmn-element.ts'
import type { MatchedRule } from '../decision-run.ts'
import { type Place, readable } from '../logic.ts'
import type { InputColumn, OutputColumn } from './read-columns.ts'

export interface Rule {
  readonly number: number
  /** Tests, one per input; undefined for a cell that accepts every input. */
  readonly tests: readonly (CompiledTests | undefined)[]
  /** Values, one per output; undefined for an empty cell, whose value is null. */
  readonly outputs: readonly (CompiledExpression | undefined)[]
  readonly shown: MatchedRule
}

/** Reads the rules of a decision table. */
export function readRules(
  table: DmnElement,
  place: Place,
  { inputs, outputs }: { readonly inputs: readonly InputColumn[]; readonly outputs: readonly OutputColumn[] },
): readonly Rule[] {
  const { scope, owner } = place
  const titles = childrenOf(table, 'annotation').map((annotation, index) => nameOf(annotation) ?? String(index + 1))
  return childrenOf(table, 'rule').map((rule, index) => {
    const number = index + 1
    const what = `rule ${number} of the table "${owner.name}"`
    const inputCells = cellsOf(rule, 'input', { count: inputs.length, what, place })
    const outputCells = cellsOf(rule, 'output', { count: outputs.length, what, place })
    const tests = inputCells.map((cell, column) => {
      const text = textOf(cell)
      if (text === undefined || text === '-') return undefined
      const { type, what: title } = inputs[column]!
      return scope.tests(cell, text, { input: readable(type.feel), what: `${what}, ${title}` })
    })
    const values = outputCells.map((cell, column) => {
      const text = textOf(cell)
      return text === undefined ? undefined : scope.expression(cell, text, `${what}, ${outputs[column]!.what}`)
    })
    return { number, tests, outputs: values, shown: shownRule(rule, number, titles) }
  })
}

/** Returns the cells of a rule, one per column. */
function cellsOf(
  rule: DmnElement,
  side: 'input' | 'output',
  { count, what, place }: { readonly count: number; readonly what: string; readonly place: Place },
): readonly DmnElement[] {
  const cells = childrenOf(rule, `${side}Entry`)
  if (cells.length !== count) {
    place.scope.refuse(rule, `${what} has ${cells.length} ${side} entries; the table has ${count} ${side} columns`)
  }
  return cells.slice(0, count)
}

function shownRule(rule: DmnElement, number: number, titles: readonly string[]): MatchedRule {
  const id = attributeOf(rule, 'id')
  const description = textOf(rule, 'description')
  const entries = childrenOf(rule, 'annotationEntry').flatMap((entry, index) => {
    const text = textOf(entry)
    return text === undefined ? [] : [[titles[index] ?? String(index + 1), text] as const]
  })
  const annotations = [...(description === undefined ? [] : [['description', description] as const]), ...entries]
  return {
    number,
    ...(id !== undefined && { id }),
    ...(annotations.length > 0 && { annotations: Object.fromEntries(annotations) }),
  }
}
