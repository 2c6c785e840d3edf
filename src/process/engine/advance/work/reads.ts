import { createHash } from 'node:crypto'
import { canonicalJson } from '../../../../foundation/kit/json.ts'
import type { ExpressionIndex, ProgramNode, Value } from '../../model/index.ts'
import type { Run } from '../run.ts'
import type { OpenWait, Reads, Token, Variables } from '../state.ts'
import { lookUp } from '../variables.ts'

const digestChars = 16

/** Returns a digest that is equal for equal values, regardless of the order of their keys. */
const digestOf = (value: Value | undefined): string =>
  createHash('sha256')
    .update(canonicalJson(value ?? null))
    .digest('base64url')
    .slice(0, digestChars)

/**
 * Returns the digests of the variables that these expressions read. An activity whose result is written without output
 * mappings keeps them in its wait until the result arrives.
 */
export function readsOf(run: Run, token: Token, node: ProgramNode, expressions: readonly ExpressionIndex[]): Reads {
  if (node.outputs.length > 0 || node.settings.writesOutputsOnly === true || collectsResult(token, node)) return {}
  const names = new Set(expressions.flatMap((index) => run.loaded.expressions[index]!.references))
  return Object.fromEntries([...names].map((name) => [name, digestOf(lookUp(run, { token }, name))]))
}

/** Returns whether the result of an iteration is visible in this iteration only, as a loop with outputs collects it. */
export const collectsResult = ({ iteration }: Token, { loop }: ProgramNode): boolean =>
  iteration !== undefined && loop !== undefined && loop.type !== 'standard' && loop.outputItem !== undefined

/** A result that is compared with what its activity read. */
export interface ComparedResult {
  /** The result without the values that are still as the activity read them. Writing them could undo a change. */
  readonly result: Variables | undefined
  /** Variables that both the result and something else have changed since the activity read them. */
  readonly outdated: readonly string[]
}

/**
 * Compares the result of an activity with the variables that the activity read, and with `seen`: values that a person
 * saw before changing them.
 */
export function compareResult(
  run: Run,
  { reads = {}, token }: OpenWait,
  result: Variables | undefined,
  seen: Variables = {},
): ComparedResult {
  const site = token === undefined ? {} : { token: run.tokens.get(token)! }
  const present = (name: string): string => digestOf(lookUp(run, site, name))
  const before: Reads = {
    ...reads,
    ...Object.fromEntries(Object.entries(seen).map(([name, value]) => [name, digestOf(value)])),
  }
  if (Object.keys(before).length === 0) return { result, outdated: [] }
  const changed = Object.entries(result ?? {}).filter(([name, value]) => before[name] !== digestOf(value))
  const isOutdated = ([name, value]: readonly [string, Value]): boolean =>
    before[name] !== undefined && ![before[name], digestOf(value)].includes(present(name))
  return {
    result: result && Object.fromEntries(changed),
    outdated: changed.filter(isOutdated).map(([name]) => name),
  }
}

/** Returns the sentence about variables that were changed while an activity ran. */
export function outdatedMessage(names: readonly string[], instead: string): string {
  const list = names.map((name) => `"${name}"`).join(', ')
  return `${list} changed after the activity had read ${names.length === 1 ? 'it' : 'them'}, so the result ${instead}`
}
