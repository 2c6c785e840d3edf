import type { ModdleElement } from 'bpmn-moddle'
import type { ElementContext } from './element-context.ts'
import type { EventDefinition, ProgramLane, ProgramNode, ProgramScope, Value } from './program.ts'

/** The place of an element in its process. */
export interface Place {
  readonly isProcess: boolean
  readonly isEventSubProcess: boolean
  readonly isTransaction: boolean
}

/** The reader of one kind of element. */
export interface ElementReader {
  /** Name of the kind in programs, such as `userTask`. */
  readonly kind: string
  /** BPMN types, such as `bpmn:UserTask`. */
  readonly types: readonly string[]
  /** Whether the element is an activity, which can have boundary events, loops and compensation. */
  readonly isActivity?: boolean
  /** Returns the types of event definitions that can run in this place; absent for elements that are not events. */
  events?(place: Place): readonly EventDefinition['type'][]
  /** Returns the event of an element that is not an event, such as the message of a receive task. */
  ownEvent?(context: ElementContext): EventDefinition | undefined
  /** Returns the settings that only this kind has. Problems are recorded in the context. */
  read?(context: ElementContext): Readonly<Record<string, Value>>
  /** Checks the element together with its flows. */
  check?(node: ProgramNode, context: CheckContext): void
}

/** The program around a node during its check. */
export interface CheckContext {
  readonly nodes: readonly ProgramNode[]
  readonly flows: readonly {
    readonly id: string
    readonly source: number
    readonly target: number
    readonly condition?: number
  }[]
  readonly lanes: readonly ProgramLane[]
  readonly scopes: readonly ProgramScope[]
  readonly place: Place
  /** Whether the element has an event definition in the file, even an unsupported one. */
  readonly hasEventDefinition: boolean
  refuse(message: string): void
  refuseAt(elementId: string, message: string): void
  /** Records what is probably a mistake of another element. */
  warnAt(elementId: string, message: string): void
}

/** Returns the elements in a list property of an element. */
export function listOf(element: ModdleElement, property: string): readonly ModdleElement[] {
  const list = element[property]
  return Array.isArray(list) ? list : []
}
