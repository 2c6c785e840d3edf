import type { RowFilter } from '../../access/index.ts'
import type { Transaction } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { newId } from '../../foundation/kit/ids.ts'
import { type Caller, systemCaller } from '../../people/index.ts'
import { readProcessContext } from '../context/index.ts'
import { StartRefused, type Variables } from '../engine/index.ts'
import type { Execution, Programs } from '../execution/execution.ts'
import { type AdmitStart, insertPendingStart, newestVersion } from '../starts/index.ts'
import { messageRefused } from './errors.ts'
import { nodeOf, readMessageValues, takenValues } from './message-values.ts'
import { type EventStart, startsByName, waitingForMessage } from './messages.store.ts'

export interface Message {
  readonly name: string
  readonly key: string | null
  readonly variables: Variables
  /** The user in whose name instances advance and start. */
  readonly caller: Caller
  /** The templates that the message may reach. */
  readonly reach: RowFilter
  /**
   * Whether an instance sent the message. Nobody could correct a refused message then: an instance takes the values
   * that it declares, a wrong one opens an incident there, and refused starts are recorded in the audit log.
   */
  readonly isThrown?: boolean
}

/** An instance that a message reached. */
export interface Reached {
  readonly template: string
  /** Identifier of the instance; absent for a start that follows. */
  readonly instance?: string
  readonly outcome: 'continued' | 'started'
}

export interface SendMessageDeps {
  readonly clock: Clock
  readonly programs: Programs
  readonly execution: Pick<Execution, 'deliverIn' | 'startIn'>
  readonly admit: AdmitStart
}

/**
 * Delivers a message as a part of a transaction. In each template it reaches one instance that waits for it, or else
 * starts one instance by a start event of this message. Throws when a value or a start is refused; the transaction must
 * be rolled back then.
 */
export async function sendMessage(deps: SendMessageDeps, tx: Transaction, message: Message): Promise<Reached[]> {
  const { name, key, reach, variables } = message
  const caller: Caller = { ...systemCaller(message.caller.userId), ...withoutKey(message.caller) }
  const reached = new Map<string, Reached>()
  const tried: string[] = []
  for (;;) {
    const waiting = (await waitingForMessage(tx, { name, key, reach, tried })).filter(
      ({ template }) => !reached.has(template),
    )
    if (waiting.length === 0) break
    for (const { template, instance, wait, version, element } of waiting) {
      tried.push(wait)
      const { program } = (await deps.programs.get(tx, template, version)).loaded
      const read = message.isThrown === true ? takenValues : readMessageValues
      const values = read(program, nodeOf(program, element)!, variables)
      const delivery = { instance, caller, stimulus: { type: 'complete', wait, variables: values } as const }
      const { outcome } = await deps.execution.deliverIn(tx, delivery)
      // Somebody else may have ended the wait meanwhile; the next one of the template gets the message.
      if (outcome === 'advanced') reached.set(template, { template, instance, outcome: 'continued' })
    }
  }
  for (const { template, element } of await startsByName(tx, { kind: 'message', name, reach })) {
    if (reached.has(template)) continue
    const started = await startBy(deps, tx, { template, element, message, caller })
    if (started !== undefined) reached.set(template, started)
  }
  return [...reached.values()]
}

/** Starts an instance by a message; undefined for a retired template. */
async function startBy(
  { programs, execution, admit, clock }: SendMessageDeps,
  tx: Transaction,
  { template, element, message, caller }: EventStart & { readonly message: Message; readonly caller: Caller },
): Promise<Reached | undefined> {
  const { variables } = message
  if (message.isThrown === true) {
    const at = new Date(clock.nowMs())
    await insertPendingStart(tx, { id: newId(), template, element, at, details: { by: caller.userId, variables } })
    return { template, outcome: 'started' }
  }
  const number = await newestVersion(tx, template)
  if (number === undefined) return undefined
  const version = await programs.get(tx, template, number)
  await admit(tx, version)
  const context = readProcessContext(version.loaded.program, variables, { at: 'start' })
  const request = { version, at: element, context, initiator: caller.userId }
  const { instance } = await execution.startIn(tx, caller, request).catch((error) => {
    throw error instanceof StartRefused ? messageRefused(error.message, {}, { cause: error }) : error
  })
  return { template, instance, outcome: 'started' }
}

/** Each write of the transaction would store the key of the request otherwise. */
function withoutKey({ once: _, ...caller }: Caller): Omit<Caller, 'once'> {
  return caller
}
