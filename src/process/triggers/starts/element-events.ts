import type { Calendars } from '../../../calendars/index.ts'
import type { Apps, ElementEvent } from '../../../data/index.ts'
import type { Transaction } from '../../../foundation/db/database.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import { splitPath } from '../../../foundation/kit/codes.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import type { Log } from '../../../foundation/kit/log.ts'
import { systemCaller } from '../../../people/index.ts'
import { processLanguage } from '../../definition/index.ts'
import { processCause } from '../../execution/index.ts'
import { type Cause, causeOf } from './chains.store.ts'
import { endOfStarts, nextInChain, refuseStarts } from './chains.ts'
import { insertPendingStart } from './pending-starts.store.ts'
import { recordStartRefusal } from './start-failures.ts'
import { type StartSettings, type StoredStart, startsByElements } from './starts.store.ts'

type ElementStart = Extract<StartSettings, { readonly kind: 'elementEvent' }>
type Values = Readonly<Record<string, unknown>>

export interface ElementEventsDeps {
  readonly apps: Pick<Apps, 'elements' | 'applications'>
  readonly clock: Clock
  readonly log: Log
  readonly calendars: Pick<Calendars, 'timeZone'>
}

/**
 * Inserts one pending start for each event and matching start event. An event that an instance caused does not start
 * an instance of the same template for the element of the instance. Endless chains end (see `chains.ts`). A start
 * whose condition gives neither true nor false is recorded as a failure of its template.
 */
export async function startByElementEvents(
  deps: ElementEventsDeps,
  tx: Transaction,
  events: readonly ElementEvent[],
): Promise<void> {
  const starts = await startsByElements(tx, [...new Set(events.map(({ app }) => app))])
  if (starts.length === 0) return
  for (const event of events) {
    const fitting = starts.filter(({ settings }) => fits(settings as ElementStart, event))
    if (fitting.length > 0) await startAll(deps, tx, event, fitting)
  }
}

async function startAll(
  deps: ElementEventsDeps,
  tx: Transaction,
  event: ElementEvent,
  starts: readonly StoredStart[],
): Promise<void> {
  const { clock, log } = deps
  const cause = await causeOfEvent(tx, event)
  const chain = nextInChain(cause)
  const item = { app: event.app, id: event.id }
  const refuse = (template: string, element: string, message: string) => {
    const refusal = { template, element, item, by: event.by, message, nowMs: clock.nowMs() }
    return recordStartRefusal(tx, refusal, { isAlwaysAudited: false })
  }
  const end = endOfStarts(chain)
  if (end !== undefined) {
    const message = `an element event does not start a process, because ${end}`
    await refuseStarts(tx, log, { starts, item, by: event.by, message, nowMs: clock.nowMs() })
    return
  }
  const values = await valuesOf(deps, tx, event, (starts[0]!.settings as ElementStart).app)
  for (const { template, element, settings: found } of starts) {
    if (cause?.template === template && cause.item === event.id) continue
    const settings = found as ElementStart
    const matches = evaluated(deps, settings, values)
    if (matches === false) continue
    if (matches !== true) {
      await refuse(template, element, matches.problem)
      continue
    }
    await insertPendingStart(tx, {
      id: newId(clock.nowMs()),
      template,
      element: settings.isFromSettings ? null : element,
      at: new Date(clock.nowMs()),
      details: { by: event.by, variables: {}, item: { ...item, path: settings.app }, ...chain },
    })
  }
}

/** Returns whether the status and the condition of a start match, or why the condition is neither true nor false. */
function evaluated(
  deps: ElementEventsDeps,
  { app, condition, status }: ElementStart,
  values: Values,
): boolean | { readonly problem: string } {
  const { timeZone } = deps.calendars
  if (status !== undefined && statusOf(deps, app, values) !== status) return false
  if (condition === undefined) return true
  const warnings: string[] = []
  try {
    const moment = {
      nowMs: deps.clock.nowMs(),
      timeZone,
      onWarning: (sentence: string) => void warnings.push(sentence),
    }
    const value = processLanguage.compile(condition, {}).evaluate(values, moment)
    if (typeof value === 'boolean') return value
    // The value itself is left out, because users who see the template may not see the element.
    const result = value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`
    const why = warnings.length === 0 ? '' : `: ${[...new Set(warnings)].slice(0, 3).join('; ')}`
    return { problem: `the condition "${condition}" gives ${result} instead of true or false${why}` }
  } catch (error) {
    return { problem: `the condition "${condition}" cannot be evaluated: ${(error as Error).message}` }
  }
}

function statusOf({ apps }: ElementEventsDeps, path: string, { __status }: Values): string | undefined {
  const { statusItems } = apps.applications.statusSettings(systemCaller(''), splitPath(path))
  const number = (__status as { readonly status?: number } | undefined)?.status
  return statusItems.find(({ id }) => id === number)?.code
}

/** Returns the present values of the element, with `before` and `changed` of the event. */
async function valuesOf(
  { apps }: ElementEventsDeps,
  tx: Transaction,
  { id, changes, by }: ElementEvent,
  path: string,
): Promise<Values> {
  const caller = systemCaller(by)
  const { item } = await apps.elements.in(tx).get(caller, { ...splitPath(path), id })
  const before = Object.fromEntries(Object.entries(changes).map(([code, [old]]) => [code, old]))
  return { ...JSON.parse(item.text), before, changed: Object.keys(changes) }
}

async function causeOfEvent(tx: Transaction, event: ElementEvent): Promise<Cause | undefined> {
  const instance = processCause(event)
  return instance === undefined ? undefined : causeOf(tx, instance)
}

const fits = ({ appId, event }: ElementStart, { app, kind }: ElementEvent): boolean => app === appId && kind === event
