import { isDeepStrictEqual } from 'node:util'
import { listed, type Phrase, phrase } from '../foundation/kit/phrase.ts'
import {
  type DefinitionKind,
  type DefinitionRow,
  type Deployed,
  definitionPath,
  type Found,
  type KindPlan,
  type PlanContext,
  type Problem,
  type Step,
  type StoredKind,
  systemNamespace,
} from '../solutions/index.ts'
import type { CalendarDefinition } from './calendar.ts'
import { type CalendarDraft, calendarFile, readCalendar, reservedCode } from './calendar-file.ts'
import { CalendarFile } from './calendar-schema.ts'
import { calendarRows, putCalendar, removeCalendar } from './calendars.store.ts'

/** A calendar of a deployed solution. */
export interface DeployedCalendar extends Deployed {
  readonly definition: CalendarDefinition
}

interface CalendarRow extends DefinitionRow {
  readonly definition: CalendarDefinition
}

/** The calendars of all solutions, ordered by namespace and code. */
export const storedCalendars: StoredKind<DeployedCalendar, CalendarRow> = {
  word: 'calendar',
  rows: calendarRows,
  texts: ['name'],
  compile: (row, before) =>
    before !== undefined && isDeepStrictEqual(before, { ...row, name: row.definition.name })
      ? before
      : Object.freeze({ ...row, name: row.definition.name }),
}

/** Business calendars as definitions of a solution. */
export const calendarKind: DefinitionKind<CalendarDraft, DeployedCalendar> = {
  ...storedCalendars,
  file: {
    path: 'namespaces/{namespace}/calendars/{code}.yaml',
    title: 'a calendar',
    codes: /^[a-z][a-z0-9_]*$/,
    maxLength: 63,
    reserved: (address) =>
      address.namespace === systemNamespace
        ? `${systemNamespace} holds applications only, no calendars`
        : reservedCode(address),
  },
  schema: CalendarFile,
  read: (file, address) => readCalendar(file as Found<CalendarFile>, address),
  plan: planCalendars,
  toFile: ({ definition }) => calendarFile(definition),
}

function planCalendars({ solution, drafts, deployed }: PlanContext<CalendarDraft, DeployedCalendar>): KindPlan {
  const changed = drafts.flatMap((draft) => {
    const step = stepOf(draft, deployed)
    return step === undefined ? [] : [{ draft, step }]
  })
  const paths = new Set(drafts.map(definitionPath))
  const removed = deployed.filter((one) => one.solution === solution.code && !paths.has(definitionPath(one)))
  return {
    problems: [...defaultProblems(solution.code, drafts, deployed)],
    steps: [...changed.map(({ step }) => step), ...removed.map(removal)],
    async apply(tx, stamp) {
      for (const address of removed) await removeCalendar(tx, address)
      for (const { draft } of changed) await putCalendar(tx, { ...draft, solution: solution.code }, stamp)
    },
  }
}

/** Reports a second default calendar; an installation has at most one. */
function* defaultProblems(
  solution: string,
  drafts: readonly CalendarDraft[],
  deployed: readonly DeployedCalendar[],
): Iterable<Problem> {
  const others = deployed.filter((one) => one.solution !== solution)
  let first = others.find(({ definition }) => definition.isDefault)
  for (const draft of drafts) {
    if (!draft.definition.isDefault) continue
    if (first !== undefined) {
      const message = `${definitionPath(first)} is already the default calendar; remove "default: true" from one of them`
      yield { file: draft.file, path: 'default', message }
    }
    first ??= { ...draft, name: draft.definition.name } as unknown as DeployedCalendar
  }
}

const names: Readonly<Record<string, Phrase>> = {
  name: phrase('calendarName'),
  isDefault: phrase('calendarDefault'),
  workingDays: phrase('calendarWorkingDays'),
  timeZone: phrase('calendarTimeZone'),
  week: phrase('calendarWeek'),
  holidays: phrase('calendarHolidays'),
}

function stepOf({ definition, ...address }: CalendarDraft, deployed: readonly DeployedCalendar[]): Step | undefined {
  const path = definitionPath(address)
  const before = deployed.find((one) => definitionPath(one) === path)
  const step = { what: 'calendar', path } as const
  if (before === undefined) return { ...step, kind: 'add', sentence: phrase('addsCalendar', path, definition.name) }
  if (isDeepStrictEqual(before.definition, definition)) return undefined
  const changes = Object.keys(definition).filter(
    (key) => !isDeepStrictEqual(definition[key as 'week'], before.definition[key as 'week']),
  )
  const what = listed(changes.map((key) => names[key] ?? listed([key])))
  return { ...step, kind: 'change', sentence: phrase('changesCalendar', path, what) }
}

function removal(calendar: DeployedCalendar): Step {
  const path = definitionPath(calendar)
  return { kind: 'remove', what: 'calendar', path, sentence: phrase('removesCalendar', path), narrows: true }
}
