import type { Calendars } from '../../../calendars/index.ts'
import type { Database, Transaction } from '../../../foundation/db/database.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import { PlatformError } from '../../../foundation/kit/errors.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import type { Log } from '../../../foundation/kit/log.ts'
import { systemCaller } from '../../../people/index.ts'
import { type Programs, passOrigins, readProcessContext } from '../../definition/index.ts'
import { StartRefused } from '../../engine/index.ts'
import type { Execution } from '../../execution/index.ts'
import { startLimitReached } from '../errors.ts'
import { insertChain } from './chains.store.ts'
import { deletePendingStart, lockPendingStart, type PendingStart, postponeStart } from './pending-starts.store.ts'
import { recordStartRefusal } from './start-failures.ts'
import type { AdmitStart } from './start-limit.ts'
import { declaredVariables, elementVariable } from './start-variables.ts'
import { newestVersion } from './starts.store.ts'

const maxAttempts = 12
const retryMs = 1_000

export interface PendingStartsDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly programs: Programs
  readonly calendars: Pick<Calendars, 'timeZone'>
  readonly execution: Pick<Execution, 'startIn'>
  readonly admit: AdmitStart
}

/**
 * Performs one pending start in one transaction and returns whether there was one. A start beyond the start limit is
 * delayed. A start that is refused, or whose last attempt fails, is recorded in the audit log and shown with the
 * starts of the template.
 */
export function performPendingStart(deps: PendingStartsDeps): Promise<boolean> {
  return deps.database.transaction((tx) => startOne(deps, tx))
}

async function startOne(deps: PendingStartsDeps, tx: Transaction): Promise<boolean> {
  const pending = await lockPendingStart(tx)
  if (pending === undefined) return false
  try {
    await tx.savepoint((part) => start(deps, part, pending))
    await deletePendingStart(tx, pending.id)
  } catch (error) {
    await settleFailure(deps, tx, pending, error)
  }
  return true
}

async function start(
  { programs, calendars, execution, admit }: PendingStartsDeps,
  tx: Transaction,
  { template, element, details }: PendingStart,
): Promise<void> {
  const number = await newestVersion(tx, template)
  if (number === undefined) return
  const version = await programs.get(tx, template, number)
  await admit(tx, version)
  const { program } = version.loaded
  const { by, variables, item, sender, depth, hops = 0 } = details
  const variable = item && elementVariable(program, item.path, element)
  const taken = declaredVariables(program, variables, element)
  const given = variable ? { ...taken, [variable]: [item!.id] } : taken
  const context = readProcessContext(program, given, { at: 'write', timeZone: program.timeZone ?? calendars.timeZone })
  const instance = newId()
  // The origins come first, because the instance can give the values to a called process in the same advance.
  await passOrigins(tx, program, { from: sender, to: instance, values: context })
  await execution.startIn(tx, systemCaller(by), {
    id: instance,
    version,
    ...(element !== null && { at: element }),
    context,
    initiator: by,
    ...(item && { item: { app: item.app, id: item.id }, target: item.id }),
  })
  if (depth !== undefined) await insertChain(tx, instance, { depth, hops })
}

async function settleFailure(
  { clock, log }: PendingStartsDeps,
  tx: Transaction,
  pending: PendingStart,
  error: unknown,
): Promise<void> {
  const { id, template, element, attempts, details } = pending
  if (error instanceof PlatformError && error.kind === startLimitReached) {
    await postponeStart(tx, id, Number(error.details.retryAfterS) * 1000, false)
    return
  }
  const isRefused = error instanceof StartRefused || (error instanceof PlatformError && error.status < 500)
  if (!isRefused && attempts + 1 < maxAttempts) {
    log('warn', 'a pending start failed; it is tried again', { template, element, error })
    await postponeStart(tx, id, retryMs * 2 ** attempts, true)
    return
  }
  log('error', 'a process was not started', { template, element, error })
  await deletePendingStart(tx, id)
  const message = isRefused ? (error as Error).message : 'the start failed; the server log has the reason'
  const { by, item } = details
  const refusal = { template, element, item, by, message, nowMs: clock.nowMs() }
  await recordStartRefusal(tx, refusal, { isAlwaysAudited: true })
}
