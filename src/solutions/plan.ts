import { clashingValues, countTouched, mostCounted } from '../data/applications/element-data.store.ts'
import { templateFields } from '../data/elements/source/name-template.ts'
import type { Reader } from '../foundation/db/database.ts'
import { presentGroups } from '../people/index.ts'
import type { Change, Difference, Question, Step } from './change.ts'
import { applicationPath, type Solution } from './definition.ts'
import { type DefinitionRows, definitionRows } from './definitions.store.ts'
import { compileDeployed } from './deployed.ts'
import { differenceOf } from './difference.ts'

export interface Plan {
  readonly solution: string
  readonly version: string
  /** The changes; empty when the solution is already deployed as it is. */
  readonly changes: readonly Change[]
}

/**
 * Returns the changes that applying the solution would make, without making them. Throws `definition.invalid` when the
 * files contradict the deployed definitions.
 */
export async function planSolution(reader: Reader, solution: Solution): Promise<Plan> {
  return (await planWithDifference(reader, solution)).plan
}

export async function planWithDifference(
  reader: Reader,
  solution: Solution,
): Promise<{ plan: Plan; difference: Difference }> {
  const rows = await definitionRows(reader)
  const difference = differenceOf(solution, compileDeployed(rows, await presentGroups(reader)))
  const changes: Change[] = []
  for (const step of difference.steps) changes.push(await weigh(reader, step))
  changes.push(...namesThatTell(difference, rows))
  return { plan: { solution: solution.code, version: solution.version, changes }, difference }
}

/**
 * Returns blocked changes for name templates that contain a field whose readers administrators have restricted, because
 * everyone can read names.
 */
function namesThatTell({ putApplications }: Difference, { accessSettings }: DefinitionRows): Change[] {
  return putApplications.flatMap(({ application: { nameTemplate = '', ...application } }): Change[] => {
    const path = applicationPath(application)
    const ruled = accessSettings.find((row) => row.path === path)?.setting.fields?.flatMap(({ fields }) => fields) ?? []
    const told = templateFields(nameTemplate).filter((code) => ruled.includes(code))
    if (told.length === 0) return []
    const codes = told.map((code) => `"${code}"`).join(', ')
    const sentence = `the name would show ${codes} to everyone, and administrators have said who may read it`
    return [{ kind: 'change', what: 'access', path, sentence, destructive: false, blocked: true }]
  })
}

/**
 * Turns a step into a change by asking how many elements it affects. A step that affects no elements is not
 * destructive.
 */
async function weigh(reader: Reader, step: Step): Promise<Change> {
  const { kind, what, path, sentence, narrows = false, asks, blocked = false } = step
  const change = { kind, what, path, sentence, destructive: narrows, blocked }
  if (asks === undefined) return change
  if (asks.of === 'clash') {
    const values = await clashingValues(reader, asks.application, asks.key)
    if (values.length === 0) return change
    const list = values.map((value) => `"${value}"`).join(', ')
    return { ...change, blocked: true, sentence: `${sentence}, but several do: ${list}` }
  }
  const count = await countTouched(reader, asks)
  // Removing a field or an application needs consent even when no element is affected, to prevent accidental removal.
  const leaves = kind === 'remove' && what !== 'status'
  return { ...change, destructive: narrows && (count > 0 || leaves), sentence: `${sentence} (${touched(asks, count)})` }
}

function touched({ of }: Question, count: number): string {
  const number = count > mostCounted ? `more than ${mostCounted}` : String(count)
  const elements = count === 1 ? 'element' : 'elements'
  if (of === 'field') return `${number} ${elements} with a value`
  if (of === 'value') return `${number} ${elements} with it`
  return of === 'status' ? `${number} ${elements} in it` : `${number} ${elements}`
}
