// Business calendars: working time, and the times of cron expressions.
export { calendarKind } from './calendar-kind.ts'
export { type Calendars, createCalendars } from './calendars.ts'
export type { DueTimes } from './due-times.ts'
