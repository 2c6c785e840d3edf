import type { Transaction } from '../../../foundation/db/database.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import type { Log } from '../../../foundation/kit/log.ts'
import { type Caller, systemCaller } from '../../../people/index.ts'
import {
  type CheckReferences,
  contextError,
  type Programs,
  passOrigins,
  readProcessContext,
} from '../../definition/index.ts'
import { type Program, type ProgramNode, StartRefused, takenValues, type Variables } from '../../engine/index.ts'
import type { Execution } from '../../execution/index.ts'
import { messageRefused } from '../errors.ts'
import {
  type AdmitStart,
  type Chain,
  endOfStarts,
  insertPendingStart,
  newestVersion,
  reachedAfter,
  refuseStarts,
} from '../starts/index.ts'
import { nodeOf, readMessageValues } from './message-values.ts'
import { type EventStart, startsByName, waitingForMessage } from './messages.store.ts'
import type { Reach } from './reach.ts'

export interface Message {
  readonly name: string
  readonly key: string | null
  readonly variables: Variables
  /** The user in whose name instances advance and start. */
  readonly caller: Caller
  readonly reach: Reach
  /**
   * Whether an instance sent the message. No user could correct such a message, so it is not refused: the receiving
   * instance takes the values that it declares, a wrong value opens an incident in this instance, and refused starts
   * are recorded in the audit log.
   */
  readonly isThrown?: boolean
  /** The template of the sending instance when this instance has taken the message itself. */
  readonly takenBy?: string | undefined
  /** Instance that sent the message; its variables give their origins to the variables that take their values. */
  readonly sender?: string | undefined
  /** Place of the message in a chain of instances; absent for a message from outside. */
  readonly chain?: Chain
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
  readonly log: Log
  readonly programs: Programs
  readonly execution: Pick<Execution, 'deliverIn' | 'startIn'>
  readonly admit: AdmitStart
  readonly checkReferences: CheckReferences
}

/**
 * Delivers a message as a part of a transaction. In each template it reaches one instance that waits for it, or else
 * starts one instance by a start event of this message. Throws when a value or a start of a message from outside is
 * refused; the caller must then roll the transaction back.
 */
export async function sendMessage(deps: SendMessageDeps, tx: Transaction, message: Message): Promise<Reached[]> {
  const { name, key, reach, variables } = message
  const caller: Caller = { ...systemCaller(message.caller.userId), ...withoutKey(message.caller) }
  const reached = new Map<string, Reached>()
  const tried: string[] = []
  for (;;) {
    const waiting = (await waitingForMessage(tx, { name, key, reach: reach.waits, tried })).filter(
      ({ template }) => !reached.has(template) && template !== message.takenBy,
    )
    if (waiting.length === 0) break
    for (const { template, instance, wait, version, element } of waiting) {
      tried.push(wait)
      const { program } = (await deps.programs.get(tx, template, version)).loaded
      const read = message.isThrown === true ? takenValues : readMessageValues
      const values = read(program, nodeOf(program, element)!, variables)
      if (message.isThrown !== true) await refuseUnseen(deps, tx, { caller: message.caller, program, values })
      const delivery = { instance, caller, stimulus: { type: 'complete', wait, variables: values } as const }
      // The origins come first, because the instance can give the values to a called process in the same advance.
      await passOrigins(tx, program, { from: message.sender, to: instance, values })
      const { outcome } = await deps.execution.deliverIn(tx, delivery)
      // The wait may have been closed meanwhile. The message then goes to the next wait of the template.
      if (outcome === 'advanced') reached.set(template, { template, instance, outcome: 'continued' })
    }
  }
  await reachedAfter(
    tx,
    [...reached.values()].flatMap(({ instance }) => instance ?? []),
    message.chain?.hops ?? 0,
  )
  for (const { template, element } of await startsByName(tx, { kind: 'message', name, reach: reach.starts })) {
    if (reached.has(template) || template === message.takenBy) continue
    const started = await startBy(deps, tx, { template, element, message, caller })
    if (started !== undefined) reached.set(template, started)
  }
  return [...reached.values()]
}

/**
 * Starts an instance by a message. If an instance sent the message, inserts a pending start instead. Returns
 * undefined for a retired template, and when the chain must not go on.
 */
async function startBy(
  deps: SendMessageDeps,
  tx: Transaction,
  { template, element, message, caller }: EventStart & { readonly message: Message; readonly caller: Caller },
): Promise<Reached | undefined> {
  const { programs, execution, admit, clock } = deps
  const { variables } = message
  if (message.isThrown === true) {
    const at = new Date(clock.nowMs())
    const { chain } = message
    const end = chain && endOfStarts(chain)
    if (end !== undefined) {
      const refusal = { by: caller.userId, message: `a message does not start a process, because ${end}` }
      await refuseStarts(tx, deps.log, { ...refusal, starts: [{ template, element }], nowMs: at.getTime() })
      return undefined
    }
    const details = { by: caller.userId, variables, sender: message.sender, ...chain }
    await insertPendingStart(tx, { id: newId(), template, element, at, details })
    return { template, outcome: 'started' }
  }
  const number = await newestVersion(tx, template)
  if (number === undefined) return undefined
  const version = await programs.get(tx, template, number)
  await admit(tx, version)
  const { program } = version.loaded
  refuseUntaken(nodeOf(program, element), variables)
  const context = readProcessContext(program, variables, { at: 'start' })
  await refuseUnseen(deps, tx, { caller: message.caller, program, values: context })
  const request = { version, at: element, context, initiator: caller.userId }
  const { instance } = await execution.startIn(tx, caller, request).catch((error) => {
    throw error instanceof StartRefused ? messageRefused(error.message, {}, { cause: error }) : error
  })
  return { template, instance, outcome: 'started' }
}

/**
 * Throws `context.invalid` when a start event names the variables that it takes, and a value is for another variable.
 */
function refuseUntaken(node: ProgramNode | undefined, given: Variables): void {
  const taken = node?.event?.type === 'message' ? node.event.variables : undefined
  const others = taken === undefined ? [] : Object.keys(given).filter((name) => !taken.includes(name))
  if (others.length === 0) return
  throw contextError(
    others.map((field) => ({
      field,
      message: `the message event does not take the variable "${field.slice(0, 100)}"`,
    })),
  )
}

/** Throws `context.invalid` when a value refers to something that the sender cannot see. */
export async function refuseUnseen(
  { checkReferences }: Pick<SendMessageDeps, 'checkReferences'>,
  reader: Transaction,
  { caller, program, values }: { readonly caller: Caller; readonly program: Program; readonly values: Variables },
): Promise<void> {
  const problems = await checkReferences(caller, program, { values, reader })
  if (problems.length > 0) throw contextError(problems)
}

/** Returns the caller without the idempotency key, which each write of the transaction would otherwise store. */
function withoutKey({ once: _, ...caller }: Caller): Omit<Caller, 'once'> {
  return caller
}
