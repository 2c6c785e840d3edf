import {
  correlationKey,
  type Effect,
  evaluate,
  mapped,
  type OpenWait,
  type Run,
  type Token,
  takenValues,
  useWait,
  type Variables,
} from '../../advance/index.ts'
import type { EventDefinition, Value } from '../../model/index.ts'

/** A message or signal that the instance sends. */
interface Sent {
  readonly type: 'message' | 'signal'
  readonly name: string
  /** Correlation key of a message. */
  readonly key?: Value
  readonly variables: Variables
}

/**
 * Sends a message with the values of the input mappings of the element. The instance itself may take the message,
 * which may cancel the token. Throws Failure.
 */
export function throwMessage(run: Run, token: Token, event: Extract<EventDefinition, { type: 'message' }>): void {
  const node = run.nodeOf(token)
  const key = event.key === undefined ? {} : { key: evaluate(run, { token }, event.key) }
  const variables = mapped(run, { token }, node.inputs)
  send(run, { type: 'messageThrown', element: node.id, name: event.name, ...key, variables })
}

/** Broadcasts a signal with the values of the input mappings, as `throwMessage` sends a message. Throws Failure. */
export function throwSignal(run: Run, token: Token, event: Extract<EventDefinition, { type: 'signal' }>): void {
  const node = run.nodeOf(token)
  const variables = mapped(run, { token }, node.inputs)
  send(run, { type: 'signalThrown', element: node.id, name: event.name, variables })
}

function send(run: Run, effect: Extract<Effect, { type: 'messageThrown' | 'signalThrown' }>): void {
  const at = run.effects.push(effect) - 1
  const type = effect.type === 'messageThrown' ? 'message' : 'signal'
  const taken = takeOwn(run, { ...effect, type })
  if (taken.length > 0) run.effects[at] = { ...effect, taken }
}

/**
 * Delivers a message or signal to the waits of the instance that sends it. Other instances receive it only after the
 * commit; the sub-process around a wait of this instance may have ended by then. A signal uses all waits for it, a
 * message uses one of them, as in `waitingForMessage`. Returns the ids of the elements that have taken the event.
 */
function takeOwn(run: Run, sent: Sent): readonly string[] {
  const waiting = [...run.waits.values()].filter((wait) => isFor(run, wait, sent))
  const receivers = sent.type === 'signal' ? waiting : waiting.toSorted(byKey).slice(0, 1)
  return receivers.flatMap(({ id, at }) => {
    const wait = run.waits.get(id)
    // An earlier receiver may have cancelled the wait.
    if (wait === undefined) return []
    const node = run.program.nodes[at]!
    useWait(run, wait, takenValues(run.program, node, sent.variables))
    return [node.id]
  })
}

function isFor({ program }: Run, wait: OpenWait, { type, name, key }: Sent): boolean {
  const { event } = program.nodes[wait.at]!
  if (wait.kind !== type || event?.type !== type || event.name !== name || wait.incident !== undefined) return false
  if (event.type === 'signal' || event.key === undefined) return true
  // Waits that were opened by an older version of the platform have no key in the state.
  return wait.key !== undefined && (wait.key === null || wait.key === correlationKey(key))
}

/** Waits with a key come before those without. Otherwise, their order stays, which is that of their opening. */
const byKey = (one: OpenWait, other: OpenWait): number => Number(one.key == null) - Number(other.key == null)
