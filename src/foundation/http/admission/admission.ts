import { serverBusy } from '../errors.ts'
import { Bulkhead, type BulkheadLimits, type BulkheadState, type Refusal } from './bulkhead.ts'
import type { Cost } from './cost.ts'

/** The bulkheads of a server: which requests run, which wait, and which are refused. */
export interface Admission {
  /** Returns the bulkhead of a cost class; undefined for a class without limits. */
  bulkheadOf(cost: Cost): Bulkhead | undefined
  /** Returns the state of every bulkhead by its cost class. */
  states(): readonly (BulkheadState & { readonly cost: Cost })[]
}

const ordinary = { targetWaitMs: 250, maxWaitMs: 750, maxBurstWaitMs: 5_000, burstMs: 1_000 } as const
/** Limits for bulkheads whose requests take long: a request that has waited for seconds is still worth serving. */
const patient = { ...ordinary, targetWaitMs: 3_000, maxWaitMs: 5_000 } as const

/**
 * Limits of the bulkheads. Many more short requests run than there are connections to the database, so that the
 * database always has work; further requests wait here, where they cost little.
 */
export const bulkheadLimits: Readonly<Record<Exclude<Cost, 'none'>, BulkheadLimits>> = {
  signIn: { ...patient, running: 8, runningOfCaller: 4, waiting: 128 },
  short: { ...ordinary, running: 96, runningOfCaller: 72, waiting: 512 },
  list: { ...ordinary, running: 16, runningOfCaller: 12, waiting: 512 },
  heavy: { ...patient, running: 6, runningOfCaller: 4, waiting: 64 },
  file: { ...patient, running: 128, runningOfCaller: 64, waiting: 256 },
}

const sentences: Readonly<Record<Refusal, string>> = {
  'queue full': 'the server has too many requests waiting; try again later',
  'waited too long': 'the server is too busy for this request now; try again later',
  'client gone': 'the client has ended the connection',
}

/** Creates the bulkheads of a server. Requests beyond their limits are refused with `server.busy`. */
export function createAdmission(limits: typeof bulkheadLimits = bulkheadLimits): Admission {
  // Created once, because a stack trace would cost more than the rest of a refusal.
  const errors = new Map(Object.entries(sentences).map(([why, sentence]) => [why, serverBusy(sentence)]))
  const refuse = (why: Refusal): Error => errors.get(why)!
  const bulkheads = new Map<Cost, Bulkhead>(
    Object.entries(limits).map(([cost, ofBulkhead]) => [cost as Cost, new Bulkhead({ limits: ofBulkhead, refuse })]),
  )
  return {
    bulkheadOf: (cost) => bulkheads.get(cost),
    states: () => [...bulkheads].map(([cost, bulkhead]) => ({ cost, ...bulkhead.state() })),
  }
}
