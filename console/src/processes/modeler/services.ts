/** An element of the BPMN file. Its properties are those of BPMN, such as `name` and `extensionElements`. */
export interface BusinessObject {
  readonly $type: string
  readonly id: string
  readonly name?: string
  readonly extensionElements?: { readonly values?: readonly Extension[] }
  get(property: string): unknown
}

/** An extension element. Its attributes are its own properties. */
export interface Extension {
  readonly $type: string
  readonly $children?: readonly Extension[]
  readonly $descriptor?: { readonly ns?: { readonly uri?: string } }
  readonly $parent?: unknown
  readonly [attribute: string]: unknown
}

export interface BpmnElement {
  readonly id: string
  readonly type: string
  readonly businessObject: BusinessObject
}

// The services of bpmn-js that the modeler uses. bpmn-js returns them by name and without a type.
export interface Modeling {
  updateProperties(element: BpmnElement, properties: Readonly<Record<string, unknown>>): void
  updateModdleProperties(element: BpmnElement, target: object, properties: Readonly<Record<string, unknown>>): void
}

export interface BpmnFactory {
  create(type: string, properties?: Readonly<Record<string, unknown>>): BusinessObject
}

export interface Moddle {
  createAny(type: string, namespace: string, properties: Readonly<Record<string, unknown>>): Extension
}

export interface Selection {
  get(): BpmnElement[]
  select(element: BpmnElement): void
}

export interface CommandStack {
  canUndo(): boolean
  canRedo(): boolean
  undo(): void
  redo(): void
}

export interface Events {
  on(event: string, listener: () => void): void
}
