import { recordAudit } from '../../../foundation/audit/index.ts'
import type { Database, Transaction } from '../../../foundation/db/database.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { type Caller, systemCaller } from '../../../people/index.ts'
import { checkContext, passOrigins, type Templates, templatePath } from '../../definition/index.ts'
import { correlationKey, takenValues, type Variables } from '../../engine/index.ts'
import type { DeliverThrown, Execution } from '../../execution/index.ts'
import {
  type Chain,
  causeOf,
  declaredVariables,
  endOfChain,
  endOfStarts,
  insertPendingStart,
  newestVersion,
  nextInChain,
  reachedAfter,
  refuseStarts,
} from '../starts/index.ts'
import { deliverToCallers } from './deliver-to-callers.ts'
import { nodeOf, readMessageValues } from './message-values.ts'
import {
  countWaitingForSignal,
  deleteBroadcast,
  eventsOfSignal,
  insertBroadcast,
  lockBroadcast,
  moveBroadcast,
  nextOfBroadcast,
  seenInstances,
  sentBefore,
  startsByName,
  waitsForSignal,
} from './messages.store.ts'
import { createMissLimit, type MissLimit } from './miss-limit.ts'
import { everything, type Reach, reachOf, type VisibleInstances } from './reach.ts'
import { type Message, refuseUnseen, type SendMessageDeps, sendMessage } from './send-message.ts'

/** Maximum number of waits that a broadcast reaches in one transaction. */
const maxReached = 200

export interface MessageInput {
  readonly name: string
  readonly correlationKey?: string | number | boolean | null | undefined
  readonly context?: Variables | undefined
}

/** An instance that a message reached, as the API shows it. */
interface ReachedInstance {
  readonly instanceId: string
  /** Path of the template. */
  readonly process: string
  readonly outcome: 'continued' | 'started'
}

export interface SentMessage {
  readonly reached: number
  /** The reached instances that the sender can see. */
  readonly instances: readonly ReachedInstance[]
}

interface Signal {
  readonly name: string
  readonly variables: Variables
  readonly caller: Caller
  readonly reach: Reach
  /** Place of the signal in a chain of instances; absent for a signal from outside. */
  readonly chain?: Chain
  /** Instance that sent the signal, and the ids of its elements that have taken the signal. */
  readonly sender?: { readonly instance: string; readonly taken: readonly string[] }
}

export interface MessagesDeps extends SendMessageDeps {
  readonly database: Database
  readonly clock: Clock
  readonly templates: Pick<Templates, 'access' | 'catalog'>
  readonly execution: Pick<Execution, 'deliverIn' | 'startIn' | 'enqueue'>
  readonly visibleInstances: VisibleInstances
  /** Called after the commit of a signal, or of a message that an instance sent. */
  readonly wake: () => void
}

/** Messages, which reach one instance of a template, and signals, which reach all. */
export class Messages {
  readonly deliverThrown: DeliverThrown = async (
    tx,
    { type, name, key = null, variables, by, instance, element, taken },
  ) => {
    const caller = systemCaller(by)
    const cause = await causeOf(tx, instance)
    const chain = nextInChain(cause)
    const end = endOfChain(chain.hops)
    if (end !== undefined) {
      const message = `the ${type} "${name}" of an instance reaches nothing, because ${end}`
      this.#deps.log('warn', message, { instance, element })
      await recordAudit(tx, caller, { object: `instance:${instance}`, after: { refused: message, element } })
      return
    }
    const thrown = { name, variables, caller, reach: everything, chain }
    if (type === 'signal') {
      await deliverToCallers(this.#deps, tx, { name, variables, caller, sender: instance, hops: chain.hops })
      await this.#broadcastIn(tx, { ...thrown, sender: { instance, taken } })
    } else {
      await sendMessage(this.#deps, tx, {
        ...thrown,
        key,
        isThrown: true,
        sender: instance,
        takenBy: taken.length > 0 ? cause?.template : undefined,
      })
      tx.afterCommit(async () => this.#deps.wake())
    }
  }
  readonly #deps: MessagesDeps
  readonly #misses: MissLimit

  constructor(deps: MessagesDeps) {
    this.#deps = deps
    this.#misses = createMissLimit(deps)
  }

  /**
   * Sends a message; resolves when the instances have advanced. Throws `message.too_many_misses` after too many
   * messages with correlation keys that reached nothing.
   */
  send(caller: Caller, { name, correlationKey: key, context = {} }: MessageInput): Promise<SentMessage> {
    const message = { name, key: correlationKey(key), variables: context, caller, reach: this.#reachFor(caller) }
    const deliver = () => this.#deps.database.transaction((tx) => this.#sendIn(tx, message))
    return message.key === null || caller.administrator ? deliver() : this.#misses.limit(caller.userId, deliver)
  }

  /**
   * Sends a signal. Returns the number of waits for the signal and of start events that it triggers; their instances
   * advance afterwards.
   */
  broadcast(
    caller: Caller,
    { name, context = {} }: Omit<MessageInput, 'correlationKey'>,
  ): Promise<{ reached: number }> {
    return this.#deps.database.transaction(async (tx) => {
      const signal = { name, variables: context, caller, reach: this.#reachFor(caller) }
      await this.#checkSignal(tx, signal)
      const reached = await this.#broadcastIn(tx, signal)
      await recordAudit(tx, caller, { object: `signal:${newId(this.#deps.clock.nowMs())}`, after: { name, reached } })
      return { reached }
    })
  }

  /**
   * Returns the answer to a message or signal that was sent before. `id` is the id in the `object` of its audit
   * entry.
   */
  async again(id: string): Promise<SentMessage> {
    const { reader } = this.#deps.database
    const found = (await sentBefore(reader, `message:${id}`)) ?? (await sentBefore(reader, `signal:${id}`))
    const { reached, instances = [] } = found as SentMessage
    return { reached, instances }
  }

  /** Delivers the next part of a broadcast; returns whether there was one. */
  continueBroadcast(): Promise<boolean> {
    return this.#deps.database.transaction(async (tx) => {
      const broadcast = await lockBroadcast(tx)
      if (broadcast === undefined) return false
      const { id, by, variables, sender } = broadcast
      const waiting = await nextOfBroadcast(tx, broadcast, maxReached)
      for (const { instance, wait, template, version, element } of waiting) {
        const { program } = (await this.#deps.programs.get(tx, template, version)).loaded
        const taken = takenValues(program, nodeOf(program, element)!, variables)
        await passOrigins(tx, program, { from: sender, to: instance, values: taken })
        await this.#deps.execution.enqueue(tx, { instance, by, stimulus: { type: 'complete', wait, variables: taken } })
      }
      await reachedAfter(
        tx,
        waiting.map(({ instance }) => instance),
        broadcast.hops,
      )
      if (waiting.length < maxReached) await deleteBroadcast(tx, id)
      else await moveBroadcast(tx, id, waiting.at(-1)!)
      return true
    })
  }

  #reachFor(caller: Caller): Reach {
    return reachOf(caller, this.#deps.templates, this.#deps.visibleInstances)
  }

  /**
   * Checks the values of a signal from outside for every event that waits for the signal, and its references also for
   * every process that the signal starts. Throws `context.invalid`.
   */
  async #checkSignal(tx: Transaction, { name, variables, caller, reach }: Signal): Promise<void> {
    if (Object.keys(variables).length === 0) return
    for (const { template, version, element } of await eventsOfSignal(tx, name, reach.waits)) {
      const { program } = (await this.#deps.programs.get(tx, template, version)).loaded
      const values = readMessageValues(program, nodeOf(program, element)!, variables)
      await refuseUnseen(this.#deps, tx, { caller, program, values })
    }
    for (const { template, element } of await startsByName(tx, { kind: 'signal', name, reach: reach.starts })) {
      const version = await newestVersion(tx, template)
      if (version === undefined) continue
      const { program } = (await this.#deps.programs.get(tx, template, version)).loaded
      const checked = checkContext(program, declaredVariables(program, variables, element), { at: 'write' })
      // A start with wrong values is refused later and recorded.
      if ('values' in checked)
        await refuseUnseen(this.#deps, tx, { caller, program, values: checked.values as Variables })
    }
  }

  /** Writes a signal within a transaction and returns the number of waits and of start events for the signal. */
  async #broadcastIn(tx: Transaction, { name, variables, caller, reach, chain, sender }: Signal): Promise<number> {
    const at = new Date(this.#deps.clock.nowMs())
    const by = caller.userId
    const waits = reach.waits === true ? null : await waitsForSignal(tx, name, reach.waits)
    const waiting = waits === null ? await countWaitingForSignal(tx, name) : waits.length
    const starts = await startsByName(tx, { kind: 'signal', name, reach: reach.starts })
    const { hops = 0 } = chain ?? {}
    if (waiting > 0)
      await insertBroadcast(tx, { id: newId(at.getTime()), name, variables, by, at, hops, waits, sender })
    const end = chain && endOfStarts(chain)
    if (end !== undefined) {
      const message = `a signal does not start a process, because ${end}`
      await refuseStarts(tx, this.#deps.log, { starts, by, message, nowMs: at.getTime() })
    } else {
      const details = { by, variables, sender: sender?.instance, ...chain }
      for (const { template, element } of starts)
        await insertPendingStart(tx, { id: newId(at.getTime()), template, element, at, details })
    }
    tx.afterCommit(async () => this.#deps.wake())
    return waiting + starts.length
  }

  /** Delivers a message of a user. The answer names the instances that the user sees. */
  async #sendIn(tx: Transaction, message: Message): Promise<SentMessage> {
    const { caller, name, key } = message
    const reached = await sendMessage(this.#deps, tx, message)
    const ids = reached.flatMap(({ instance }) => instance ?? [])
    const seen = caller.administrator ? new Set(ids) : await seenInstances(tx, ids, this.#deps.visibleInstances(caller))
    const instances = reached.flatMap(({ template, instance, outcome }): ReachedInstance[] => {
      if (instance === undefined || !seen.has(instance)) return []
      const found = this.#deps.templates.catalog.byId(template)
      return [{ instanceId: instance, process: found === undefined ? template : templatePath(found), outcome }]
    })
    const sent = { reached: reached.length, instances }
    const object = `message:${newId(this.#deps.clock.nowMs())}`
    await recordAudit(tx, caller, { object, after: { name, correlationKey: key, ...sent } })
    return sent
  }
}
