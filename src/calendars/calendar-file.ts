import type { JsonObject } from '../foundation/kit/json.ts'
import { isTimeZone } from '../foundation/kit/time/time-zone.ts'
import type { Draft, FileAddress, Found } from '../solutions/index.ts'
import {
  builtInCalendarCode,
  type CalendarDefinition,
  dayOf,
  defaultWeek,
  type HoursText,
  readHours,
  weekdays,
} from './calendar.ts'
import type { CalendarFile } from './calendar-schema.ts'

/** A calendar as read from its file. */
export interface CalendarDraft extends Draft {
  readonly definition: CalendarDefinition
}

/** Reads a calendar file that matches the schema, and refuses contradictions. */
export function readCalendar(file: Found<CalendarFile>, address: FileAddress): CalendarDraft {
  const { value, refuse } = file
  if (value.timeZone !== undefined && !isTimeZone(value.timeZone))
    refuse(['timeZone'], `the time zone "${value.timeZone}" does not exist; write a name such as Europe/Moscow`)
  for (const [day, hours] of Object.entries(value.week ?? {})) checkHours(hours, ['week', day], refuse)
  for (const [date, hours] of Object.entries(value.workingDays ?? {})) {
    checkDate(date, ['workingDays', date], refuse)
    checkHours(hours, ['workingDays', date], refuse)
  }
  for (const [index, text] of (value.holidays ?? []).entries()) {
    const dates = text.split('/')
    for (const date of dates) checkDate(date, ['holidays', index], refuse)
    if (dayOf(dates[0]!) > dayOf(dates.at(-1)!))
      refuse(['holidays', index], `the period "${text}" ends before it begins`)
  }
  const definition = definitionOf(value)
  if (Object.keys(definition.week).length === 0) refuse(['week'], 'the week has no working day')
  return { ...address, definition, references: [] }
}

type Refuse = Found<CalendarFile>['refuse']

function checkDate(date: string, path: readonly (string | number)[], refuse: Refuse): void {
  if (Number.isNaN(dayOf(date))) refuse(path, `the date ${date} does not exist`)
}

function checkHours(hours: HoursText, path: readonly (string | number)[], refuse: Refuse): void {
  let last = 0
  for (const [index, text] of hours.entries()) {
    const { startMs, endMs } = readHours(text)
    if (startMs >= endMs) refuse([...path, index], `the hours "${text}" end before they begin`)
    else if (index > 0 && startMs < last)
      refuse([...path, index], `the hours "${text}" begin before the hours above end`)
    last = endMs
  }
}

function definitionOf(file: CalendarFile): CalendarDefinition {
  const week = file.week ?? defaultWeek
  const working = weekdays.flatMap((day) => ((week[day] ?? []).length > 0 ? [[day, week[day]!] as const] : []))
  return {
    name: file.name,
    description: file.description ?? '',
    timeZone: file.timeZone ?? null,
    isDefault: file.default ?? false,
    week: Object.fromEntries(working),
    holidays: [...new Set(file.holidays ?? [])].sort(),
    workingDays: Object.fromEntries(
      Object.entries(file.workingDays ?? {}).sort(([one], [other]) => (one < other ? -1 : 1)),
    ),
  }
}

/** Returns the normalised file of a calendar. */
export function calendarFile(definition: CalendarDefinition): JsonObject {
  const { name, description, timeZone, isDefault, week, holidays, workingDays } = definition
  const ordered = Object.fromEntries(weekdays.flatMap((day) => (week[day] ? [[day, [...week[day]]]] : [])))
  return {
    name,
    ...(description !== '' && { description }),
    ...(isDefault && { default: true }),
    ...(timeZone !== null && { timeZone }),
    ...(JSON.stringify(sorted(week)) !== JSON.stringify(sorted(defaultWeek)) && { week: ordered }),
    ...(holidays.length > 0 && { holidays: [...holidays] }),
    ...(Object.keys(workingDays).length > 0 && {
      workingDays: Object.fromEntries(Object.entries(workingDays).map(([date, hours]) => [date, [...hours]])),
    }),
  }
}

const sorted = (week: CalendarDefinition['week']) => weekdays.map((day) => week[day] ?? [])

export const reservedCode = ({ code }: { readonly code: string }): string | undefined =>
  code === builtInCalendarCode ? `the calendar code "${code}" is reserved for the default calendar` : undefined
