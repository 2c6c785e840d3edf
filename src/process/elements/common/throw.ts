import { evaluate, mapped, type Run, type Token } from '../../engine/index.ts'
import type { EventDefinition } from '../../model/index.ts'

/** Sends a message whose content is the input mappings of the element. Throws Failure. */
export function throwMessage(run: Run, token: Token, event: Extract<EventDefinition, { type: 'message' }>): void {
  const node = run.nodeOf(token)
  const key = event.key === undefined ? {} : { key: evaluate(run, { token }, event.key) }
  const variables = mapped(run, { token }, node.inputs)
  run.effects.push({ type: 'messageThrown', element: node.id, name: event.name, ...key, variables })
}

/** Broadcasts a signal whose content is the input mappings of the element. Throws Failure. */
export function throwSignal(run: Run, token: Token, event: Extract<EventDefinition, { type: 'signal' }>): void {
  const node = run.nodeOf(token)
  const variables = mapped(run, { token }, node.inputs)
  run.effects.push({ type: 'signalThrown', element: node.id, name: event.name, variables })
}
