import type { RowFilter } from '../../access/index.ts'
import type { Transaction } from '../../foundation/db/database.ts'
import { type Caller, systemCaller } from '../../people/index.ts'
import { readProcessContext } from '../context/index.ts'
import { StartRefused, type Variables } from '../engine/index.ts'
import type { Execution, Programs } from '../execution/execution.ts'
import { type AdmitStart, newestVersion } from '../starts/index.ts'
import { checkContent } from './check-content.ts'
import { messageRefused } from './errors.ts'
import { startsByName, waitingForMessage } from './messages.store.ts'

export interface Message {
  readonly name: string
  readonly key: string | null
  readonly variables: Variables
  /** User on whose behalf instances advance and start. */
  readonly caller: Caller
  /** Templates that the message may reach. */
  readonly reach: RowFilter
  /** Whether the content comes from outside and is checked; the content of a process is checked when it is written. */
  readonly isFromOutside: boolean
}

/** An instance that a message reached. */
export interface Reached {
  readonly template: string
  readonly instance: string
  readonly outcome: 'continued' | 'started'
}

export interface SendMessageDeps {
  readonly programs: Programs
  readonly execution: Pick<Execution, 'deliverIn' | 'startIn'>
  readonly admit: AdmitStart
}

/**
 * Delivers a message within a transaction. In each template the message reaches one waiting instance, or else starts
 * one instance by a start event for this message. Throws when a start is refused or the
 * content is wrong.
 */
export async function sendMessage(
  { programs, execution, admit }: SendMessageDeps,
  tx: Transaction,
  message: Message,
): Promise<Reached[]> {
  const { name, key, reach, variables } = message
  const caller: Caller = { ...systemCaller(message.caller.userId), ...withoutKey(message.caller) }
  const reached = new Map<string, Reached>()
  const tried: string[] = []
  for (;;) {
    const waiting = (await waitingForMessage(tx, { name, key, reach, tried })).filter(
      ({ template }) => !reached.has(template),
    )
    if (waiting.length === 0) break
    for (const { template, version, element, instance, wait } of waiting) {
      tried.push(wait)
      if (message.isFromOutside) {
        const { loaded } = await programs.get(tx, template, version)
        checkContent(loaded.program, element, variables)
      }
      const delivery = { instance, caller, stimulus: { type: 'complete', wait, variables } as const }
      const { outcome } = await execution.deliverIn(tx, delivery)
      // Another stimulus may have ended the wait in the meantime; the next wait of the template then gets the message.
      if (outcome === 'advanced') reached.set(template, { template, instance, outcome: 'continued' })
    }
  }
  for (const { template, element } of await startsByName(tx, { kind: 'message', name, reach })) {
    const number = reached.has(template) ? undefined : await newestVersion(tx, template)
    if (number === undefined) continue
    const version = await programs.get(tx, template, number)
    await admit(tx, version)
    const context = readProcessContext(version.loaded.program, variables, { at: 'start' })
    const request = { version, at: element, context, initiator: caller.userId }
    const { instance } = await execution.startIn(tx, caller, request).catch((error) => {
      throw error instanceof StartRefused ? messageRefused(error.message, {}, { cause: error }) : error
    })
    reached.set(template, { template, instance, outcome: 'started' })
  }
  return [...reached.values()]
}

/** Returns the caller without the idempotency key, so that not every write of the transaction stores the key. */
function withoutKey({ once: _, ...caller }: Caller): Omit<Caller, 'once'> {
  return caller
}
