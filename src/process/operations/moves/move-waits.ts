import {
  Failure,
  type NodeIndex,
  type OpenWait,
  openEventWait,
  type ProgramNode,
  type Run,
  type State,
  type Token,
  traitsOf,
} from '../../engine/index.ts'
import type { Reasons } from './reasons.ts'
import { typeDifference, type VersionMap } from './version-map.ts'

/**
 * Moves the waits of an instance. Waits at elements that both versions have go on unchanged, with their due times; a
 * wait for an attached event does so only if the event has the same type and place. Waits for other attached events
 * are closed, and new events are opened.
 */
export function moveWaits(map: VersionMap, run: Run, state: State, reasons: Reasons): void {
  const isAttached = attachedTo(state)
  for (const wait of state.waits) {
    const kept = isAttached(wait) ? targetOf(map, wait.at) : map.node(wait.at)
    if (kept !== undefined) run.waits.set(wait.id, { ...wait, at: kept })
    else closeGone(map, run, wait)
  }
  openNew(map, run, reasons)
}

/**
 * Opens the events that only the new version has: of activities that have begun, of event-based gateways, and of
 * scopes.
 */
function openNew(map: VersionMap, run: Run, reasons: Reasons): void {
  const waiting = new Set(
    [...run.waits.values()].flatMap(({ kind, token }) => (kind === 'continuation' ? [token] : [])),
  )
  for (const token of [...run.tokens.values()].filter((one) => hasBegun(one) && !waiting.has(one.id))) {
    const { boundary } = run.nodeOf(token)
    for (const event of eventsOf(run, token)) if (isNew(map, event)) open(run, event, { token: token.id }, reasons)
    if (boundary.length > 0) run.tokens.set(token.id, { ...token, isArmed: true })
  }
  for (const { id, scope, isInterrupted, isCompensation } of run.scopes.values()) {
    if (scope === undefined || isInterrupted || isCompensation) continue
    const starts = run.program.scopes[scope]!.eventStarts.filter((start) => isNew(map, start))
    for (const start of starts) open(run, start, { scope: id }, reasons)
  }
}

/** Returns whether the element of a token has begun, so that its boundary events are active. */
const hasBegun = ({ isArmed, iteration, phase, incident }: Token): boolean =>
  isArmed === true || (iteration === undefined && phase === undefined && incident?.phase !== 'enter')

/** Returns the events that a token waits for in addition to its own element. */
function eventsOf(run: Run, token: Token): readonly NodeIndex[] {
  const node = run.nodeOf(token)
  const { boundary, outgoing } = node
  const isGateway = traitsOf(node).chooses === 'event' && token.incident === undefined
  return isGateway ? outgoing.map((flow) => run.program.flows[flow]!.target) : boundary
}

/** Returns a predicate: whether a wait is not for the element of its token, but for an event attached to it. */
function attachedTo({ tokens }: State): (wait: OpenWait) => boolean {
  const places = new Map(tokens.map(({ id, at }) => [id, at]))
  return ({ token, at }) => token === undefined || places.get(token) !== at
}

/**
 * Checks that the attached events that the mapping names keep their type and their place. Values of variables do not
 * matter for this.
 */
export function checkAttached(map: VersionMap, state: State, reasons: Reasons): void {
  for (const { at } of state.waits.filter(attachedTo(state))) {
    const target = map.node(at)
    if (target === undefined || !map.isNamed(at)) continue
    const [node, found] = [map.from.nodes[at]!, map.to.nodes[target]!]
    const difference = typeDifference(node, found)
    if (difference !== undefined) reasons.add('TYPE_CHANGED', node, difference)
    if (hasHost(map, node) && !isSamePlace(map, node, found))
      reasons.add('SCOPE_CHANGED', node, `"${found.id}" is attached to another element in the new version`)
  }
}

/**
 * Returns the event of the new version that corresponds to an attached event; undefined if it has gone or changed.
 */
function targetOf(map: VersionMap, at: NodeIndex): NodeIndex | undefined {
  const target = map.node(at)
  if (target === undefined) return undefined
  const [node, found] = [map.from.nodes[at]!, map.to.nodes[target]!]
  return typeDifference(node, found) === undefined && isSamePlace(map, node, found) ? target : undefined
}

/**
 * Returns whether the new version has the activity to which an event is attached. A missing activity needs no reason here:
 * it is refused because of its own token. True for the start of an event sub-process, which is attached to no activity.
 */
function hasHost(map: VersionMap, { attachedTo: host }: ProgramNode): boolean {
  return host === undefined || map.node(host) !== undefined
}

function isSamePlace(map: VersionMap, node: ProgramNode, found: ProgramNode): boolean {
  const isSameHost = (node.attachedTo === undefined ? undefined : map.node(node.attachedTo)) === found.attachedTo
  return isSameHost && map.scope(node.scope) === found.scope
}

const isNew = (map: VersionMap, event: NodeIndex): boolean =>
  map.sourcesOf(event).every((source) => targetOf(map, source) === undefined)

function open(run: Run, event: NodeIndex, owner: { token: number } | { scope: number }, reasons: Reasons): void {
  try {
    openEventWait(run, event, owner)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    reasons.add('CONTEXT_INVALID', run.program.nodes[event]!, `the new event cannot be opened: ${error.message}`)
  }
}

function closeGone(map: VersionMap, run: Run, wait: OpenWait): void {
  if (wait.incident !== undefined) run.closeIncident(wait.incident, 'cancelled')
  const { id: element } = map.from.nodes[wait.at]!
  run.effects.push({ type: 'waitClosed', wait: wait.id, kind: wait.kind, element, reason: 'cancelled' })
}
