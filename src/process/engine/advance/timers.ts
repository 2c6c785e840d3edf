import { isCron } from '../../../foundation/kit/time/cron.ts'
import { readInstant } from '../../../foundation/kit/time/instant.ts'
import { addDuration, parseCycle, parseDuration } from '../../../foundation/kit/time/schedule.ts'
import type { EventDefinition } from '../model/index.ts'
import { Failure } from './failure.ts'
import type { Run } from './run.ts'
import type { OpenWait } from './state.ts'
import { type Site, textOf } from './variables.ts'

type TimerTimes = Pick<OpenWait, 'due' | 'cycle' | 'remaining'> & { readonly due: string }
type TimerEvent = Extract<EventDefinition, { type: 'timer' }>

/**
 * Returns the first time of a timer, and the cycle of a repeating timer. Throws Failure for a text that is not a time.
 */
export function firstTime(run: Run, site: Site, event: TimerEvent): TimerTimes {
  const text = textOf(run, site, event.value)
  if (event.timer === 'cycle') return firstOfCycle(run, text)
  const date = event.timer === 'date' ? readInstant(text, run.timeZone) : afterDuration(run, text, event.calendar)
  if (date === undefined) throw new Failure('EXPRESSION_ERROR', `"${text}" is not a ${event.timer} in ISO 8601`)
  return { due: date.toISOString() }
}

function afterDuration(run: Run, text: string, calendar: string | undefined): Date | undefined {
  const { now, addWorkingTime } = run.environment
  const duration = parseDuration(text, { isSigned: true })
  if (duration === undefined || calendar === undefined) return duration && addDuration(now, duration)
  if (addWorkingTime === undefined) throw new Failure('EXPRESSION_ERROR', `the calendar "${calendar}" does not exist`)
  return orFailure(() => addWorkingTime(now, text, calendar))
}

function orFailure(compute: () => Date): Date {
  try {
    return compute()
  } catch (error) {
    throw new Failure('EXPRESSION_ERROR', (error as Error).message)
  }
}

function firstOfCycle(run: Run, text: string): TimerTimes {
  const { now } = run.environment
  if (isCron(text)) return { due: nextCron(run, text, now).toISOString(), cycle: text }
  const cycle = parseCycle(text, run.timeZone)
  if (cycle === undefined)
    throw new Failure('EXPRESSION_ERROR', `"${text}" is neither a repetition in ISO 8601 nor a cron expression`)
  const due = cycle.start ?? addDuration(now, cycle.interval)
  return {
    due: due.toISOString(),
    cycle: text,
    ...(cycle.times !== Infinity && { remaining: Math.max(0, cycle.times - 1) }),
  }
}

/**
 * Returns the next time of a repeating timer; undefined after its last repetition. Skips times that have already
 * passed.
 */
export function nextTime(run: Run, wait: OpenWait): TimerTimes | undefined {
  const { cycle, remaining } = wait
  if (cycle === undefined || remaining === 0) return undefined
  const rest = { cycle, ...(remaining !== undefined && { remaining: remaining - 1 }) }
  const { now } = run.environment
  if (isCron(cycle)) return { due: nextCron(run, cycle, now).toISOString(), ...rest }
  const { interval } = parseCycle(cycle, run.timeZone)!
  let due = addDuration(new Date(wait.due!), interval)
  if (due <= now && interval.months === 0) {
    const missed = Math.floor((now.getTime() - due.getTime()) / interval.milliseconds) + 1
    due = new Date(due.getTime() + missed * interval.milliseconds)
  }
  while (due <= now) due = addDuration(due, interval)
  return { due: due.toISOString(), ...rest }
}

function nextCron(run: Run, expression: string, after: Date): Date {
  const { nextCron: next } = run.environment
  if (next === undefined)
    throw new Failure('EXPRESSION_ERROR', `no calendar is available for the cron expression "${expression}"`)
  return orFailure(() => next(expression, after, run.program.timeZone))
}
