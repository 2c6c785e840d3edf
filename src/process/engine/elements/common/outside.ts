import type { ElementUse, ProgramNode } from '../../model/index.ts'
import type { Parameter } from './action-settings.ts'

/** Returns whether the event of a node is a message or a signal, which carries values between instances. */
export const exchangesValues = ({ event }: ProgramNode): boolean =>
  event?.type === 'message' || event?.type === 'signal'

/** Returns whether the action of a node reads or changes elements. */
export const actsOnElements = ({ settings }: ProgramNode): boolean =>
  String(settings.action ?? '').startsWith('element.')

/** Returns whether the action of a node can return values of elements. */
export const readsElements = (node: ProgramNode): boolean =>
  actsOnElements(node) || node.settings.action === 'document.generate'

/** Returns the application that an action on elements names; none for other actions and for expressions. */
export function usesOfAction(node: ProgramNode): readonly ElementUse[] {
  if (!actsOnElements(node)) return []
  const parameters = node.settings.parameters as readonly Parameter[]
  return parameters.flatMap(({ name, value }) =>
    name === 'app' && 'text' in value ? [{ to: 'application' as const, path: value.text }] : [],
  )
}
