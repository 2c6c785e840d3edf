import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Reader } from '../../../foundation/db/database.ts'
import { nilId } from '../../../foundation/kit/ids.ts'
import type { JsonValue } from '../../../foundation/kit/json.ts'
import { type Field, uploadsIn, wrongValue } from '../../../values/index.ts'
import { checkReferences, type ReferenceLook } from '../../elements/rules/check-references.ts'
import { startingWith, valuesOf } from '../../elements/rules/new-element.ts'
import { refusedCandidates } from '../../elements/rules/refused-candidates.store.ts'
import type { OpenedApplication } from '../../elements/source/opened-application.ts'
import type { WantedChange } from '../../elements/write/change-elements.store.ts'
import { unknownReference } from '../../errors.ts'
import type { Import } from '../imports.store.ts'
import type { Target } from '../mapping.ts'
import type { Settings } from '../options.ts'
import { type ImportProblem, problemOf } from '../problem.ts'
import type { Row } from '../read/row.ts'
import type { RowOutcome } from '../rows.store.ts'
import { Decider, type ElementDraft, entryOf } from './decide.ts'
import { lookUp, type MatchKey } from './match.ts'
import { type OpenTarget, type References, targetOf } from './references.ts'
import { inputOf, type ReadRow, type RowInput, readRow } from './row-input.ts'
import { type TrialEntry, trialEntries } from './trial.store.ts'

/** The number of rows after which the event loop gets a turn. */
const rowsInOneGo = 100

export interface PlanSetting {
  readonly reader: Reader
  readonly opened: OpenedApplication
  readonly openTarget: OpenTarget
  readonly references: References
  readonly targets: readonly Target[]
  readonly key: MatchKey | undefined
  readonly unseenFiles: ReferenceLook['unseenFiles']
  readonly nowMs: number
}

export interface BatchPlan {
  /**
   * The outcomes of the first rows of the batch, at least one. The remaining rows have to be planned again after these
   * rows are written.
   */
  readonly outcomes: readonly RowOutcome[]
  readonly problems: readonly ImportProblem[]
  readonly drafts: readonly ElementDraft[]
  readonly changes: readonly WantedChange[]
  /** The results that later batches of a dry run need. */
  readonly trial: readonly TrialEntry[]
  /** Whether more rows have failed than allowed. */
  readonly isStopped: boolean
}

type Planned =
  | { readonly row: number; readonly input: RowInput }
  | { readonly row: number; readonly problems: readonly ImportProblem[] }

/**
 * Plans the outcomes of rows: reads and validates them, and compares them with the present elements. Needs only a few
 * statements for a whole batch.
 */
export async function planBatch(setting: PlanSetting, imported: Import, rows: readonly Row[]): Promise<BatchPlan> {
  const { reader, opened, key, targets, nowMs } = setting
  const { mode, failuresAllowed, dryRun } = imported.settings
  const planned = await readInputs(setting, rows, imported.settings)
  const inputs = planned.flatMap((one) => ('input' in one ? [one.input] : []))
  const fields = targets.flatMap((target) => ('field' in target ? [target.field.code] : []))
  const known = await lookUp(reader, opened, { key, rows: inputs, fields })
  const earlier = dryRun ? await earlierOf(reader, imported, key, known) : undefined
  const mayCreate = await creatable(setting, imported, inputs)
  const decider = new Decider({
    opened,
    mayCreate,
    mode,
    key,
    known,
    userId: imported.userId,
    nowMs,
    ...(earlier && { earlier }),
  })

  const outcomes: RowOutcome[] = []
  const problems: ImportProblem[] = []
  const mayFail = (failuresAllowed ?? Number.POSITIVE_INFINITY) - imported.failed
  let [place, failed] = [0, 0]
  for (const one of planned) {
    if (outcomes.length % rowsInOneGo === 0) await nextTurn()
    const outcome = 'input' in one ? attempt(() => decider.decide(one.input, place++), one.row) : one.problems
    if ('result' in outcome) {
      outcomes.push(outcome)
      continue
    }
    failed++
    problems.push(...outcome.map((problem) => ({ ...problem, ...columnOf(problem, setting.targets) })))
    outcomes.push({ row: one.row, result: 'failed', error: outcome.map(({ message }) => message).join('; ') })
    if (failed > mayFail) break
  }
  const trial = dryRun ? decider.taken().map(asTrialEntry) : []
  return {
    outcomes,
    problems,
    drafts: decider.drafts(),
    changes: decider.changes(),
    trial,
    isStopped: failed > mayFail,
  }
}

/**
 * Returns the title of the column in which the problem of a field is found, because users look for columns in the file.
 */
function columnOf({ column }: ImportProblem, targets: readonly Target[]): { column?: string } {
  const target = targets.find((one) => ('field' in one ? one.field.code : one.system) === column)
  return target === undefined ? {} : { column: target.column }
}

function attempt(decide: () => RowOutcome, row: number): RowOutcome | ImportProblem[] {
  try {
    return decide()
  } catch (error) {
    return [problemOf(error, row)]
  }
}

/**
 * Reads and validates the rows. When a row may refer to an element that an earlier row of the batch creates, the result
 * ends before this row, so that the earlier rows are written first; in a dry run, the row fails instead.
 */
async function readInputs(setting: PlanSetting, rows: readonly Row[], settings: Settings): Promise<Planned[]> {
  const { opened, targets, references, openTarget } = setting
  const { visible } = opened
  const read: ReadRow[] = []
  for (const row of rows) {
    read.push(readRow(row, targets, visible, settings.nullTexts))
    if (read.length % rowsInOneGo === 0) await nextTurn()
  }
  await references.learn(
    opened,
    openTarget,
    read.map(({ fields }) => fields),
  )
  const notLookedUp = [...visible.fields.values()].filter(isNotLookedUp)
  const planned: Planned[] = []
  for (const one of read) {
    if (one.problems.length > 0) {
      planned.push({ row: one.row, problems: one.problems })
      continue
    }
    try {
      const input = inputOf(one, visible, references)
      await checkRest(setting, notLookedUp, input)
      planned.push({ row: one.row, input })
    } catch (error) {
      const problem = problemOf(error, one.row)
      if (!settings.dryRun && planned.length > 0 && refersToOwn(opened, problem)) break
      planned.push({ row: one.row, problems: [problem] })
    }
    if (planned.length % rowsInOneGo === 0) await nextTurn()
  }
  return planned
}

/** Returns a predicate that tells whether the caller may create the element of the row at a position. */
async function creatable(
  { reader, opened, nowMs }: PlanSetting,
  { userId }: Import,
  rows: readonly RowInput[],
): Promise<(place: number) => boolean> {
  const rule = opened.authority.rows('create')
  if (typeof rule === 'boolean') return () => rule
  const unnamed = { id: nilId, createdBy: userId }
  const candidates = rows.map(({ input, status }) => startingWith({ ...unnamed, ...valuesOf(opened, input) }, status))
  const create = { rule, by: userId, at: new Date(nowMs) }
  const refused = new Set(await refusedCandidates(reader, opened.application, candidates, create))
  return (place) => !refused.has(place)
}

/**
 * Returns whether an import does not look up the cells of a field: tables, files, and references to any application.
 */
function isNotLookedUp(field: Field): boolean {
  return field.columns !== undefined || ['item', 'file'].includes(field.type.refersTo?.(field).to ?? '')
}

async function checkRest(
  { reader, opened, unseenFiles }: PlanSetting,
  fields: readonly Field[],
  { input }: RowInput,
): Promise<void> {
  for (const field of fields) {
    const { code } = field
    const value = (input.body[code] ?? null) as JsonValue
    if (value === null) continue
    if (uploadsIn(value, field).length > 0) throw wrongValue(field, 'an import accepts files only by their ids')
    await checkReferences(reader, opened, { [code]: value }, { unseenFiles })
  }
}

function refersToOwn({ application }: OpenedApplication, { code, column }: ImportProblem): boolean {
  const field = code === unknownReference.code ? application.fields.get(column ?? '') : undefined
  const target = field && targetOf(field)
  return target?.namespace === application.namespace && target.code === application.code
}

async function earlierOf(
  reader: Reader,
  imported: Import,
  key: MatchKey | undefined,
  known: Awaited<ReturnType<typeof lookUp>>,
) {
  const own = [...known.keys.values()].flat()
  const matches = [...known.matches.values()].flatMap(({ value }) => (value ? [{ key: key!.codes.join(), value }] : []))
  const entries = await trialEntries(reader, imported, [...own, ...matches])
  return {
    holders: new Map(entries.map((entry) => [entryOf(entry.key, entry.value), entry.element])),
    standing: new Map(entries.map((entry) => [entry.element, entry.standing])),
  }
}

function asTrialEntry({
  entry,
  id,
  standing,
}: {
  entry: string
  id: string
  standing: TrialEntry['standing']
}): TrialEntry {
  const space = entry.indexOf(' ')
  return { key: entry.slice(0, space), value: entry.slice(space + 1), element: id, standing }
}
