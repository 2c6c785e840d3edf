import type { ModdleElement } from 'bpmn-moddle'
import type { ElementContext } from './element-context.ts'
import type { EventDefinition, ProgramLane, ProgramNode, ProgramScope, Value } from './program.ts'

/** Where an element stands. */
export interface Place {
  readonly isProcess: boolean
  readonly isEventSubProcess: boolean
  readonly isTransaction: boolean
}

/** How one kind of element is read from BPMN. */
export interface ElementReader {
  /** The name of the kind in programs, such as `userTask`. */
  readonly kind: string
  /** The BPMN types, such as `bpmn:UserTask`. */
  readonly types: readonly string[]
  /** Whether the element is an activity: it may have boundary events, loops, mappings and compensation. */
  readonly isActivity?: boolean
  /** Returns the types of event definitions that can run in this place; absent for elements that are not events. */
  events?(place: Place): readonly EventDefinition['type'][]
  /** Returns the event of an element that is not an event, such as the message of a receive task. */
  ownEvent?(context: ElementContext): EventDefinition | undefined
  /** Returns what only this kind knows. Problems are recorded in the context. */
  read?(context: ElementContext): Readonly<Record<string, Value>>
  /** Checks the element together with its flows. */
  check?(node: ProgramNode, context: CheckContext): void
}

/** The program around a node while it is checked. */
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
  /** Whether the file gives the element an event definition, even one that cannot run. */
  readonly hasEventDefinition: boolean
  refuse(message: string): void
  refuseAt(elementId: string, message: string): void
}

/** Returns the elements in a list property of an element. */
export function listOf(element: ModdleElement, property: string): readonly ModdleElement[] {
  const list = element[property]
  return Array.isArray(list) ? list : []
}
