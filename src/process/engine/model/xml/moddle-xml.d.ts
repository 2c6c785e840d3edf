declare module 'moddle-xml' {
  import type { BpmnModdle, ModdleElement, ModdleWarning } from 'bpmn-moddle'

  /** An element while the file is read. */
  export interface ElementInProgress extends ModdleElement {
    /** The type of the element; without `idProperty` when the type is unknown or has no ids. */
    readonly $descriptor: { readonly idProperty?: unknown }
    set(property: string, value: unknown): void
  }
  /** A reference by id, and the property that holds the reference. */
  export interface Reference {
    readonly element: ElementInProgress
    readonly property: string
    readonly id: string
  }
  /** The state of a reader. */
  export interface Context {
    elementsById: Record<string, ElementInProgress>
    addElement(element: ElementInProgress): void
  }
  export interface RootHandler {
    context: Context
  }
  export class Reader {
    constructor(options: { readonly model: BpmnModdle; readonly lax: boolean })
    handler(type: string): RootHandler
    fromXML(
      xml: string,
      handler: RootHandler,
    ): Promise<{
      readonly rootElement: ModdleElement
      readonly references: readonly Reference[]
      readonly warnings: readonly ModdleWarning[]
    }>
  }
}
