import type { NodeIndex, Value } from '../model/index.ts'
import type { WaitDetails } from './effects.ts'
import { Failure } from './failure.ts'
import type { Run } from './run.ts'
import type { OpenWait, WaitKind } from './state.ts'
import { firstTime, nextTime } from './timers.ts'
import { evaluate, type Site } from './variables.ts'

/** The owner of a wait: a token, or an active scope for the start event of an event sub-process. */
export type WaitOwner = { readonly token: number } | { readonly scope: number }

/** Opens a wait and returns its id. `kept` are the properties that the state stores. */
export function openWait(
  run: Run,
  {
    kind,
    at,
    owner,
    details = {},
    kept = {},
    id = run.environment.newId(),
  }: {
    readonly kind: WaitKind
    readonly at: NodeIndex
    readonly owner: WaitOwner
    readonly details?: WaitDetails
    readonly kept?: Pick<OpenWait, 'due' | 'cycle' | 'remaining' | 'wasTrue' | 'reads' | 'key'>
    /** Id of an earlier attempt of the same work. */
    readonly id?: string
  },
): string {
  run.waits.set(id, { id, kind, at, ...owner, ...kept })
  run.effects.push({
    type: 'waitOpened',
    wait: id,
    kind,
    element: run.program.nodes[at]!.id,
    ...('token' in owner && { token: owner.token }),
    ...details,
  })
  return id
}

/** Closes a wait. Only the next attempt of the same work may open a wait with the same id. */
export function closeWait(run: Run, wait: OpenWait, reason: 'used' | 'cancelled'): void {
  run.waits.delete(wait.id)
  if (wait.incident !== undefined) run.closeIncident(wait.incident, reason === 'used' ? 'resolved' : 'cancelled')
  run.effects.push({
    type: 'waitClosed',
    wait: wait.id,
    kind: wait.kind,
    element: run.program.nodes[wait.at]!.id,
    reason,
  })
}

/** Closes all waits of a token or of a scope. */
export function closeWaits(run: Run, owner: WaitOwner): void {
  for (const wait of [...run.waits.values()]) {
    if ('token' in owner ? wait.token === owner.token : wait.scope === owner.scope) closeWait(run, wait, 'cancelled')
  }
}

/** Opens the wait for a timer, a message, a signal or a condition. Does nothing for other events. Throws Failure. */
export function openEventWait(run: Run, at: NodeIndex, owner: WaitOwner): void {
  const { event } = run.program.nodes[at]!
  const site: Site = 'token' in owner ? { token: run.tokens.get(owner.token)! } : owner
  if (event?.type === 'timer') {
    const times = firstTime(run, site, event)
    openWait(run, { kind: 'timer', at, owner, details: { due: times.due }, kept: times })
  } else if (event?.type === 'message') {
    const key = event.key === undefined ? {} : { key: evaluate(run, site, event.key) }
    const kept = event.key === undefined ? {} : { key: correlationKey(key.key) }
    openWait(run, { kind: 'message', at, owner, details: { message: { name: event.name, ...key } }, kept })
  } else if (event?.type === 'signal') {
    openWait(run, { kind: 'signal', at, owner, details: { signal: event.name } })
  } else if (event?.type === 'condition') {
    run.areConditionsStale = true
    openWait(run, { kind: 'condition', at, owner, kept: { wasTrue: false } })
  }
}

/**
 * Opens the wait of a non-interrupting event again after its use; for a timer only while its cycle lasts. When the wait
 * cannot be opened again, an incident is opened; the event is inactive until the incident is resolved.
 */
export function reopenEventWait(run: Run, used: OpenWait): void {
  try {
    rearm(run, used)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { kind, at } = used
    const id = openWait(run, { kind, at, owner: ownerOf(used) })
    const incident = run.openIncident(error.kind, error.message, run.program.nodes[at]!.id, used.token)
    run.waits.set(id, { ...run.waits.get(id)!, incident })
  }
}

const ownerOf = ({ token, scope }: OpenWait): WaitOwner => (token === undefined ? { scope: scope! } : { token })

function rearm(run: Run, used: OpenWait): void {
  const owner = ownerOf(used)
  if (used.kind === 'timer') {
    const times = nextTime(run, used)
    if (times !== undefined)
      openWait(run, { kind: 'timer', at: used.at, owner, details: { due: times.due }, kept: times })
  } else if (used.kind === 'condition') {
    openWait(run, { kind: 'condition', at: used.at, owner, kept: { wasTrue: true } })
  } else {
    openEventWait(run, used.at, owner)
  }
}

/** Returns a correlation key in the form in which it is stored and compared; null if there is none. */
export function correlationKey(value: Value): string | null {
  if (value === undefined || value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
