import type { Calendars } from '../../../calendars/index.ts'
import type { Reader } from '../../../foundation/db/database.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import { nilId } from '../../../foundation/kit/ids.ts'
import type { Caller } from '../../../people/index.ts'
import { isEmpty } from '../../../values/index.ts'
import { checkContext, missingAtEnd, readProcessContext } from '../../definition/index.ts'
import {
  advance,
  type Effect,
  type Environment,
  type LoadedProgram,
  type OpenWait,
  presentWork,
  StartRefused,
  type State,
  type Stimulus,
  type Variables,
} from '../../engine/index.ts'
import type { Opened, Work, WorkOutcome } from '../../execution/index.ts'
import { checkCompletion, readDelegatedAnswer, requiredMissing, taskForm } from '../../work/index.ts'
import { trialRefused } from '../errors.ts'

/** One step of a trial: a waiting element is completed, or ends with a BPMN error. */
export interface TrialStep {
  /** Id of an element that waits. */
  readonly elementId: string
  readonly exit?: string | undefined
  readonly values?: Variables | undefined
  /** Code of the BPMN error with which the element ends. */
  readonly error?: string | undefined
}

export interface TrialDeps {
  readonly calendars: Pick<Calendars, 'addWorkingTime' | 'nextCron' | 'timeZone'>
  readonly clock: Clock
  readonly reader: Reader
  /** Runs automatic work without effects outside of the trial: decisions and scripts. */
  readonly work: readonly Work[]
}

/** Maximum number of pieces of work and continued advances after one step, so that an endless loop ends. */
const maxAutomatic = 200

/**
 * An instance that exists only in memory. It runs on the engine of real instances. A trial stores nothing and calls
 * no other system. The caller says how tasks, requests and messages end.
 */
export class Trial {
  readonly loaded: LoadedProgram
  readonly effects: Effect[] = []
  state: State | undefined
  readonly #deps: TrialDeps
  readonly #caller: Caller
  #now: Date
  #ids = 0

  constructor(deps: TrialDeps, caller: Caller, loaded: LoadedProgram) {
    this.#deps = deps
    this.#caller = caller
    this.loaded = loaded
    this.#now = new Date(deps.clock.nowMs())
  }

  /** Starts the instance. Throws `context.invalid` and `process.trial_refused`. */
  async start(context: Variables): Promise<void> {
    const variables = readProcessContext(this.loaded.program, context, { at: 'start' })
    try {
      await this.#send({ type: 'start', variables })
    } catch (error) {
      if (error instanceof StartRefused) throw trialRefused(error.message)
      throw error
    }
  }

  /** Takes a step. Throws `process.trial_refused`, and the errors of completing a task or answering an activity. */
  async take(step: TrialStep): Promise<void> {
    const { elementId, error, values = {} } = step
    const wait = this.waits.find(({ at }) => this.loaded.program.nodes[at]!.id === elementId)
    if (wait === undefined) throw trialRefused(`"${elementId.slice(0, 200)}" does not wait at this point of the trial`)
    if (wait.due !== undefined) this.#now = new Date(Math.max(this.#now.getTime(), Date.parse(wait.due)))
    if (error !== undefined) await this.#send({ type: 'throwError', wait: wait.id, code: error, variables: values })
    else await this.#send({ type: 'complete', wait: wait.id, variables: this.#result(wait, step) })
  }

  /** The waits that the user has to end. */
  get waits(): readonly OpenWait[] {
    return this.state?.waits.filter(({ kind }) => kind !== 'condition') ?? []
  }

  /**
   * Returns the values that the end of a wait brings. Those of tasks and of delegated activities are checked like
   * those of a real instance.
   */
  #result({ at, kind }: OpenWait, { exit: given, values = {} }: TrialStep): Variables {
    const { program } = this.loaded
    const node = program.nodes[at]!
    if (kind === 'task') {
      const form = taskForm(program, node.id)
      const { exit, values: checked, missing } = checkCompletion(form, { exit: given, context: values })
      const unset = missing.filter((name) => isEmpty(this.state!.variables[name] ?? null))
      if (unset.length > 0) throw requiredMissing(unset)
      return exit === undefined ? checked : { ...checked, [form.result]: exit }
    }
    if (kind === 'delegated') return readDelegatedAnswer({ program, node }, values)
    return values
  }

  async #send(stimulus: Stimulus): Promise<void> {
    this.#advance(stimulus, false)
    for (let count = 0; count < maxAutomatic; count++) {
      const next = await this.#nextByItself()
      if (next === undefined) return
      this.#advance(next, true)
    }
    throw trialRefused('the process repeats automatic steps endlessly')
  }

  #advance(stimulus: Stimulus, isAutomatic: boolean): void {
    const advanced = advance({
      loaded: this.loaded,
      stimulus,
      isAutomatic,
      ...(this.state && { state: this.state }),
      environment: this.#environment(),
    })
    this.state = advanced.state
    this.effects.push(...advanced.effects)
  }

  #environment(): Environment {
    return {
      now: this.#now,
      newId: () => `wait-${++this.#ids}`,
      addWorkingTime: this.#deps.calendars.addWorkingTime,
      nextCron: this.#deps.calendars.nextCron,
      timeZone: this.#deps.calendars.timeZone,
      checkVariables: (program, values, present, timeZone) =>
        checkContext(program, values, { at: 'write', present, timeZone }),
      checkEnd: missingAtEnd,
    }
  }

  /**
   * Returns the stimulus with which a real instance would go on by itself: a continuation, or the result of a
   * decision or a script, which runs now. Undefined if there is none.
   */
  async #nextByItself(): Promise<Stimulus | undefined> {
    if (this.state!.ready.length > 0) return { type: 'continue' }
    for (const { id, kind } of this.state!.waits) {
      if (kind === 'continuation') return { type: 'complete', wait: id }
      const opened = this.opened(id)
      const work = this.#deps.work.find(({ action }) => action === opened?.settings?.action)
      if (opened === undefined || work?.place !== 'memory') continue
      const present = presentWork({ loaded: this.loaded, environment: this.#environment(), state: this.state! }, opened)
      if ('failure' in present) return present.failure
      const { element, settings = {}, input = {}, attempt = 1 } = present.opened
      const instance = { id: nilId, template: nilId, version: 0, name: '', initiator: this.#caller.userId }
      const call = { instance, wait: id, element, attempt, settings, input, caller: this.#caller, now: this.#now }
      return stimulusOf(id, attempt, await work.run(call, this.#deps.reader))
    }
    return undefined
  }

  /** Returns the details of a wait from the newest event that opened it. */
  opened(wait: string): Opened | undefined {
    return this.effects.findLast((effect): effect is Opened => effect.type === 'waitOpened' && effect.wait === wait)
  }
}

function stimulusOf(wait: string, attempt: number, outcome: WorkOutcome): Stimulus | undefined {
  if (outcome.type === 'later') return undefined
  if (outcome.type === 'done') return { type: 'complete', wait, attempt, variables: outcome.variables }
  if (outcome.type === 'failed') return { ...outcome, type: 'fail', wait, attempt, isFinal: true }
  return { ...outcome, type: 'throwError', wait, attempt }
}
