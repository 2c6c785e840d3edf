import type { ModdleElement } from 'bpmn-moddle'
import type { ElementContext } from './element-context.ts'
import type { EventDefinition, ProgramLane, ProgramNode, ProgramScope, Value } from './program.ts'

/** The place of an element in its process. */
export interface Place {
  readonly isProcess: boolean
  readonly isEventSubProcess: boolean
  readonly isTransaction: boolean
}

/** A definition outside of the process that an element names. */
export interface ElementUse {
  readonly to: 'process' | 'decision' | 'application'
  /** Path, such as `docs.approve`. */
  readonly path: string
  /** Version of a called process or decision; absent if the element names no version. */
  readonly version?: number
}

/** What code outside of `elements` needs to know about one kind of element, instead of comparing names of kinds. */
export interface ElementTraits {
  /** Name of the kind in programs, such as `userTask`. */
  readonly kind: string
  /**
   * Returns whether a node does something with values outside of the engine: it performs an action, runs a script or a
   * decision, starts a sheet, calls a process, or sends a message or a signal. A process with such a node accepts only
   * ids of elements and files that the user who gives them can see.
   */
  actsOutside(node: ProgramNode): boolean
  /**
   * Returns whether an instance can get values of fields or of other instances by a node: by an action on elements, a
   * generated document, a call, a message or a signal. The variables of such an instance may be hidden from some
   * users.
   */
  readsElsewhere(node: ProgramNode): boolean
  /**
   * Returns whether the input mappings of a node write fields, or variables of another process. If absent, they write
   * variables of the process.
   */
  writesElsewhere?(node: ProgramNode): boolean
  /**
   * For an element that joins tokens, whether it waits for one token on each incoming flow, or for all tokens that can
   * still arrive.
   */
  readonly joins?: 'each flow' | 'what can arrive'
  /**
   * How a gateway chooses the flows that it takes: all flows, one or some of them by conditions, or one by the event
   * that occurs first. If absent, conditions decide after the element, as after every activity.
   */
  readonly chooses?: 'all' | 'one' | 'some' | 'event'
  /** For an element with an event, whether it throws the event, waits for the event, or starts when the event occurs. */
  readonly eventRole?: 'throws' | 'waits' | 'starts'
  /** Whether elements of this kind open tasks of people; their settings are then `TaskSettings`. */
  readonly opensTasks?: true
  /** Returns the definitions that a node names, without those of its event, its performers and its calendar. */
  uses?(node: ProgramNode): readonly ElementUse[]
}

/** The reader of one kind of element. */
export interface ElementReader extends ElementTraits {
  /** BPMN types, such as `bpmn:UserTask`. */
  readonly types: readonly string[]
  /** Whether the element is an activity, which can have boundary events, loops and compensation. */
  readonly isActivity?: boolean
  /** Whether it contains elements, which form a scope. If absent, elements inside are ignored. */
  readonly hasBody?: true
  /** Whether it starts an instance when it has `instantiate="true"`. */
  readonly canInstantiate?: true
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
