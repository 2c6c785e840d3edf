import { newId } from '../../../foundation/kit/ids.ts'
import type { Caller } from '../../../people/index.ts'
import { checkContext, missingAtEnd } from '../../definition/index.ts'
import {
  type Advanced,
  advance,
  type Effect,
  type Environment,
  type PresentWork,
  presentWork,
  type State,
  type Stimulus,
} from '../../engine/index.ts'
import type { ExecutionDeps } from '../deps.ts'
import type { NewTask, ResolvePerformers, StateChange, TaskOutcome } from '../execution.ts'
import type { Advance, Instance, Opened } from '../instance.ts'
import type { Work } from '../work.ts'
import type { Advancing, Unit } from './advancing.ts'
import { callInstance } from './call-instance.ts'
import { endOf, type FollowUp, heldEnd, isInHeldEnd, reasonOf } from './follow-ups.ts'
import { nameOf } from './instance-name.ts'
import { linksOfAdvance, linksOfMove } from './origin-links.ts'
import { faultFailure, faultLogged, isFault } from './platform-fault.ts'
import { runWork, type WorkResult, workOf } from './run-work.ts'

/** `rev` is the revision of the instance when the work was opened; absent for postponed work of an earlier commit. */
type Pending = { readonly instance: string } & (
  | { readonly stimulus: Stimulus }
  | { readonly opened: Opened; readonly rev?: number }
)

/** Maximum time for which a group advances, in milliseconds. The rest is done after the commit. */
const maxGroupMs = 50
const maxGroupAdvances = 500

/**
 * The instance that receives a stimulus and the instances that it calls, which advance together. Keeps the new states
 * in memory. Only the work of activities writes, in the transaction of the unit.
 */
export class Group implements Advancing {
  readonly deps: ExecutionDeps
  readonly unit: Unit
  readonly caller: Caller
  readonly now: Date
  /** Present states of the instances, by id. */
  readonly instances: Map<string, Instance>
  readonly advances: Advance[] = []
  readonly followUps: FollowUp[] = []
  /** Data for the rows of new tasks, by their waits. */
  readonly tasks = new Map<string, NewTask>()
  /** Waits whose work is postponed because the group has advanced for too long or too often. */
  readonly postponed = new Set<string>()
  /** Waits whose postponed call or sheet this group starts. */
  readonly called = new Set<string>()
  /** Whether a fault of the platform in the work of an activity opens an incident in place of another attempt. */
  readonly isLastAttempt: boolean
  readonly #environment: Environment
  readonly #pending: Pending[] = []
  readonly #closed = new Set<string>()
  readonly #resolved = new Map<string, ReturnType<ResolvePerformers>>()
  readonly #beganMs: number
  /** The wait whose work was postponed by an earlier commit and is done by this group. */
  #resumed: string | undefined

  constructor(
    deps: ExecutionDeps,
    unit: Unit,
    { caller, base, isLastAttempt = false }: { caller: Caller; base: readonly Instance[]; isLastAttempt?: boolean },
  ) {
    this.deps = deps
    this.isLastAttempt = isLastAttempt
    this.unit = unit
    this.caller = caller
    this.now = new Date(deps.clock.nowMs())
    this.instances = new Map(base.map((instance) => [instance.facts.id, instance]))
    this.#beganMs = deps.clock.monotonicMs()
    this.#environment = {
      now: this.now,
      newId,
      jitter: Math.random,
      isLate: () => deps.clock.monotonicMs() - this.#beganMs > maxGroupMs,
      ...deps.calendars,
      checkVariables: (program, values, present, timeZone) =>
        checkContext(program, values, { at: 'write', present, timeZone }),
      checkEnd: missingAtEnd,
    }
  }

  /**
   * Applies a stimulus to an instance of the group and everything that follows from the stimulus. Throws
   * NeedsTransaction.
   */
  async apply(id: string, stimulus: Stimulus, task?: TaskOutcome): Promise<Advanced['outcome']> {
    const outcome = this.#advance(this.instances.get(id)!, stimulus, { task })
    await this.#doPending()
    return outcome
  }

  /**
   * Lets a delegated activity run again, because its result is outdated. Returns false if the wait that the result
   * names is not that of a delegated activity.
   */
  async repeat(id: string, { wait, attempt }: Extract<Stimulus, { type: 'complete' }>): Promise<boolean> {
    const instance = this.instances.get(id)!
    if (instance.state.waits.find((one) => one.id === wait)?.kind !== 'delegated') return false
    const at = attempt === undefined ? {} : { attempt }
    this.#advance(instance, { type: 'fail', wait, message: outdatedAnswer, retryAfterMs: 0, ...at }, {})
    await this.#doPending()
    return true
  }

  /** Starts an instance. Throws StartRefused and NeedsTransaction. */
  async start(instance: Omit<Instance, 'state'>, stimulus: Extract<Stimulus, { type: 'start' }>): Promise<void> {
    this.startNow(instance, stimulus)
    await this.#doPending()
  }

  /** Replaces the state of an instance and does everything that follows from it. Throws NeedsTransaction. */
  async replace(id: string, { version, state, effects, cause }: StateChange): Promise<void> {
    const before = this.instances.get(id)!
    const facts = { ...before.facts, template: version.template, version: version.version }
    const instance: Instance = { ...before, facts, version, rev: before.rev + 1, state }
    const stimulus = cause as { readonly type: 'replace' }
    this.instances.set(id, instance)
    this.advances.push({ instance: id, stimulus, by: this.caller.userId, effects, links: linksOfMove(instance) })
    for (const effect of effects) this.#follow(instance, { type: 'continue' }, effect)
    await this.#doPending()
  }

  /** Does the postponed work of a wait. Returns `advanced`, or why the instance no longer waits for this work. */
  async resume(id: string, opened: Opened): Promise<Advanced['outcome']> {
    const instance = this.instances.get(id)!
    const { state } = instance
    if (state.status !== 'running') return 'notRunning'
    const wait = state.waits.find((one) => one.id === opened.wait)
    if (wait === undefined) return 'notWaiting'
    const token = state.tokens.find((one) => one.id === wait.token)
    if (opened.attempt !== undefined && (token?.failures ?? 0) + 1 !== opened.attempt) return 'notWaiting'
    if (opened.kind === 'child' || opened.kind === 'sheet') {
      this.called.add(opened.wait)
      // A changed revision prevents the call or the sheet from starting when the caller is cancelled in the meantime.
      this.instances.set(id, { ...instance, rev: instance.rev + 1 })
      const stimulus = { type: 'call', wait: opened.wait } as const
      this.advances.push({ instance: id, stimulus, by: this.caller.userId, effects: [] })
    }
    this.#resumed = opened.wait
    this.#pending.push({ instance: id, opened })
    await this.#doPending()
    return 'advanced'
  }

  postpones(wait: string): boolean {
    const isLate = this.advances.length > maxGroupAdvances || this.#environment.isLate!()
    if (!isLate || wait === this.#resumed) return false
    this.postponed.add(wait)
    return true
  }

  startNow(instance: Omit<Instance, 'state'>, stimulus: Extract<Stimulus, { type: 'start' }>): void {
    this.#advance(instance, stimulus, {})
  }

  give(instance: string, stimulus: Stimulus): void {
    this.#pending.push({ instance, stimulus })
  }

  #advance(
    before: Omit<Instance, 'state'> & { readonly state?: State },
    stimulus: Stimulus,
    { isAutomatic = false, ...cause }: Pick<Advance, 'task' | 'decided'> & { readonly isAutomatic?: boolean },
  ): Advanced['outcome'] {
    const { outcome, state, effects } = advance({
      loaded: before.version.loaded,
      stimulus,
      environment: this.#environment,
      isAutomatic,
      ...(before.state && { state: before.state }),
    })
    if (outcome !== 'advanced') return outcome
    const facts = { ...before.facts, name: nameOf(before, state, effects, this.#environment) }
    const instance: Instance = { ...before, facts, rev: before.rev + 1, state }
    this.instances.set(facts.id, instance)
    const links = linksOfAdvance(before, stimulus, this.instances)
    this.advances.push({ instance: facts.id, stimulus, by: this.caller.userId, effects, links, ...cause })
    const held = heldEnd(instance, effects, this.followUps)
    if (held !== undefined) this.followUps.push(held)
    for (const effect of effects) if (!held || !isInHeldEnd(effect)) this.#follow(instance, stimulus, effect)
    if (state.status === 'running' && state.ready.length > 0) this.followUps.push({ kind: 'rest', instance: facts.id })
    return outcome
  }

  #follow(instance: Instance, stimulus: Stimulus, effect: Effect): void {
    const { id } = instance.facts
    switch (effect.type) {
      case 'waitOpened':
        this.#closed.delete(effect.wait)
        if (done.has(effect.kind)) this.#pending.push({ instance: id, opened: effect, rev: instance.rev })
        return
      case 'waitClosed':
        this.#closed.add(effect.wait)
        if (effect.kind === 'child' && effect.reason === 'cancelled')
          this.#send(effect.wait, { type: 'interrupt', reason: reasonOf(stimulus) })
        if (effect.kind === 'sheet' && effect.reason === 'cancelled') {
          const reason = stimulus.type === 'interrupt' ? stimulus.reason : 'the activity of the process was cancelled'
          this.followUps.push({ kind: 'cancelSheet', instance: id, wait: effect.wait, reason })
        }
        return
      case 'messageThrown':
      case 'signalThrown':
        this.followUps.push({ kind: 'thrown', instance: id, events: [effect] })
        return
      case 'escalatedToParent':
        if (instance.facts.parent !== undefined)
          this.#send(instance.facts.parent, {
            type: 'escalate',
            wait: id,
            ...(effect.code !== undefined && { code: effect.code }),
          })
        return
      case 'instanceEnded':
        if (instance.facts.parent !== undefined) this.#send(instance.facts.parent, endOf(instance, effect))
    }
  }

  /** Sends a stimulus to another instance: at once when the instance is in the group, or else after the commit. */
  #send(instance: string, stimulus: Stimulus): void {
    if (this.instances.has(instance)) this.give(instance, stimulus)
    else this.followUps.push({ kind: 'stimulus', instance, stimulus })
  }

  async #doPending(): Promise<void> {
    for (let next = this.#pending.shift(); next !== undefined; next = this.#pending.shift()) {
      const instance = this.instances.get(next.instance)!
      if ('stimulus' in next) this.#advance(instance, next.stimulus, { isAutomatic: true })
      else if (!this.#closed.has(next.opened.wait)) await this.#work(instance, next)
    }
  }

  async #work(before: Instance, { opened: given, rev }: Extract<Pending, { opened: Opened }>): Promise<void> {
    const present = rev === before.rev ? { opened: given, state: before.state } : this.#present(before, given)
    if ('failure' in present) return void this.#advance(before, present.failure, { isAutomatic: true })
    const { opened, state } = present
    const instance = { ...before, state }
    this.instances.set(instance.facts.id, instance)
    if (opened.kind !== 'child') return this.#finish(instance, opened)
    // A called process that ends at once writes its results before other work reads the variables.
    const others = this.#pending.splice(0)
    await this.#finish(instance, opened)
    await this.#doPending()
    this.#pending.push(...others)
  }

  async #finish(instance: Instance, opened: Opened): Promise<void> {
    const result = await this.#do(instance, opened).catch((error: unknown) => this.#faultOf(instance, opened, error))
    const { stimulus, decided } = result
    if (stimulus !== undefined)
      this.#advance(this.instances.get(instance.facts.id)!, stimulus, { decided, isAutomatic: true })
  }

  /** Returns calls, and work in memory or in the transaction, with the present input; other work as it is given. */
  #present(instance: Instance, opened: Opened): PresentWork {
    const { state, version } = instance
    if (opened.kind !== 'child' && !isWithin(workOf(this.deps.work, opened)?.place)) return { opened, state }
    return presentWork({ loaded: version.loaded, environment: this.#environment, state }, opened)
  }

  async #do(instance: Instance, opened: Opened): Promise<WorkResult> {
    if (opened.kind === 'task') return { stimulus: await this.#assign(instance, opened) }
    if (opened.kind === 'child') return { stimulus: await callInstance(this, instance, opened) }
    return runWork(this, instance, opened)
  }

  /** Returns the failure of work whose last attempt met a fault of the platform; else rethrows the error. */
  #faultOf({ facts }: Instance, { wait, element, attempt }: Opened, error: unknown): WorkResult {
    if (!this.isLastAttempt || !isFault(error)) throw error
    this.deps.log('error', faultLogged, { instance: facts.id, wait, element, error })
    return { stimulus: { type: 'fail', wait, ...(attempt !== undefined && { attempt }), ...faultFailure } }
  }

  async #assign({ facts }: Instance, { wait, performers = [], settings = {} }: Opened): Promise<Stimulus | undefined> {
    const key = `${facts.id} ${JSON.stringify([performers, settings])}`
    const task = { performers, settings, now: this.now }
    const resolved = this.#resolved.get(key) ?? this.deps.resolvePerformers(this.unit.reader, task, facts)
    this.#resolved.set(key, resolved)
    const found = await resolved
    if ('problem' in found) return { type: 'fail', wait, message: found.problem, isFinal: true, kind: found.kind }
    this.tasks.set(wait, found)
    return undefined
  }
}

const outdatedAnswer = 'the answer is based on values that changed in the meantime, so the request is sent again'

const isWithin = (place: Work['place'] | undefined): boolean => place === 'memory' || place === 'transaction'

/** Kinds of waits that the platform itself acts on. */
const done = new Set(['task', 'job', 'action', 'delegated', 'sheet', 'child'])
