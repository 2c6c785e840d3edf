declare module 'bpmn-moddle' {
  /** An element of a BPMN file. References to other elements are the elements themselves. */
  export interface ModdleElement {
    readonly $type: string
    readonly $parent?: ModdleElement
    readonly $attrs: Readonly<Record<string, string>>
    readonly $children?: readonly ModdleElement[]
    readonly $body?: string
    readonly id?: string
    readonly [property: string]: unknown
  }
  export interface ModdleWarning {
    readonly message: string
    readonly element?: ModdleElement
    readonly property?: string
    readonly value?: string
  }
  export class BpmnModdle {
    constructor(packages?: Readonly<Record<string, unknown>>)
    fromXML(xml: string): Promise<{
      readonly rootElement: ModdleElement
      readonly warnings: readonly ModdleWarning[]
    }>
  }
}
