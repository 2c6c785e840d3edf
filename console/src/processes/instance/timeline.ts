import type { EvaluatedDecision } from './decision-text.ts'

/** One advance of an instance, as the server stores it. */
export interface Advance {
  readonly rev: number
  readonly at: string
  readonly by: string
  readonly stimulus: {
    readonly type: string
    readonly comment?: string
    readonly reason?: string
    readonly message?: string
    readonly element?: string
    readonly task?: {
      readonly by: string
      readonly onBehalfOf?: string
      readonly exit?: string
      readonly comment?: string
    }
  }
  readonly events: readonly AdvanceEvent[]
}

interface AdvanceEvent {
  readonly type: string
  readonly element?: string
  readonly token?: number
  readonly durationMs?: number
  readonly incident?: string
  readonly message?: string
  readonly values?: Readonly<Record<string, unknown>>
  readonly decision?: EvaluatedDecision
}

/** Types of stimuli that a user causes by hand. */
const manualActs = ['setVariables', 'retry', 'skip', 'restartStep', 'skipStep', 'interrupt', 'resume'] as const
export type ManualAct = (typeof manualActs)[number]

/** One line of the timeline: the time that a token spent at an element, or an act by hand. */
export interface Step {
  readonly key: string
  readonly at: string
  readonly elementId?: string
  readonly act?: ManualAct
  state: 'active' | 'done' | 'incident' | 'cancelled'
  durationMs?: number
  /** Id of the user who completed the element or acted by hand. */
  by?: string
  onBehalfOf?: string
  exit?: string
  /** Comment of the user, message of the incident, or names of the changed variables. */
  text?: string
  /** Decisions that the element evaluated, one for each attempt. */
  decisions?: EvaluatedDecision[]
}

/** Returns the steps of an instance in the order of their beginning. `advances` are given newest first. */
export function timeline(advances: readonly Advance[]): Step[] {
  const steps: Step[] = []
  const open = new Map<string, Step>()
  const incidents = new Map<string, Step>()
  for (const advance of advances.toReversed()) {
    const act = manualActs.find((each) => each === advance.stimulus.type)
    if (act) steps.push(manualStep(act, advance))
    for (const [index, event] of advance.events.entries()) apply(event, `${advance.rev}-${index}`, advance)
  }
  return steps

  function apply(event: AdvanceEvent, key: string, advance: Advance): void {
    const { at } = advance
    const { type, element, token, durationMs, incident, message, decision } = event
    const place = `${token} ${element}`
    const step = open.get(place)
    if (type === 'incidentOpened' && incident !== undefined) {
      const stopped = step ?? begin(place, { key, at, elementId: element!, state: 'incident' })
      Object.assign(stopped, { state: 'incident', text: message })
      incidents.set(incident, stopped)
    } else if (type === 'incidentClosed' && incident !== undefined) {
      const stopped = incidents.get(incident)
      if (stopped?.state === 'incident') stopped.state = 'active'
      delete stopped?.text
    } else if (type === 'decided' && decision !== undefined) {
      const decided = step ?? begin(place, { key, at, elementId: element!, state: 'active' })
      decided.decisions = [...(decided.decisions ?? []), decision]
    } else if (type === 'entered') {
      begin(place, { key, at, elementId: element!, state: 'active' })
    } else if (type === 'completed' || type === 'cancelled') {
      const ended = step ?? begin(place, { key, at, elementId: element!, state: 'done' })
      open.delete(place)
      Object.assign(ended, { state: type === 'completed' ? 'done' : 'cancelled' })
      if (durationMs !== undefined) ended.durationMs = durationMs
      if (type === 'completed') Object.assign(ended, byWhom(advance, ended))
    }
  }

  function begin(place: string, step: Step): Step {
    open.set(place, step)
    steps.push(step)
    return step
  }
}

function byWhom({ stimulus: { task, type }, by, events }: Advance, { elementId, durationMs = 0 }: Step): Partial<Step> {
  if (type === 'start' && events.find((event) => event.type === 'entered')?.element === elementId) return { by }
  // An advance continues through elements that end at once; the task's user completed only the first.
  if (task === undefined || durationMs === 0) return {}
  const { onBehalfOf, exit, comment } = task
  return {
    by: task.by,
    ...(onBehalfOf !== undefined && { onBehalfOf }),
    ...(exit !== undefined && { exit }),
    ...(comment !== undefined && { text: comment }),
  }
}

function manualStep(act: ManualAct, { rev, at, by, stimulus, events }: Advance): Step {
  const changed = events
    .filter(({ type }) => type === 'variablesChanged')
    .flatMap(({ values }) => Object.keys(values ?? {}))
  const said = stimulus.comment ?? stimulus.reason
  const text = [changed.join(', '), said].filter(Boolean).join(' · ')
  return {
    key: `act-${rev}`,
    at,
    act,
    state: act === 'interrupt' ? 'cancelled' : 'done',
    by,
    ...(stimulus.element !== undefined && { elementId: stimulus.element }),
    ...(text && { text }),
  }
}
