export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A drawn element. */
export interface Shape extends Box {
  readonly id: string
  readonly type: string
  /** Present for flows. */
  readonly waypoints?: readonly unknown[]
  /** The element that a label belongs to. */
  readonly labelTarget?: Shape
}

// The services of bpmn-js that the console uses. bpmn-js returns them by name and without a type.
export interface Canvas {
  zoom(): number
  zoom(scale: number | 'fit-viewport', center?: 'auto'): number
  viewbox(): { readonly inner: Box; readonly outer: { readonly width: number; readonly height: number } }
  viewbox(box: Box): void
  resized(): void
  addMarker(id: string, marker: string): void
  removeMarker(id: string, marker: string): void
}

export interface ElementRegistry {
  get(id: string): Shape | undefined
  getAll(): readonly Shape[]
}

export interface Overlays {
  add(id: string, type: string, overlay: { position: Readonly<Record<string, number>>; html: HTMLElement }): string
  remove(filter: { type: string }): void
}

export interface EventBus {
  on(event: string, listener: (event: { element: Shape }) => void): void
}
