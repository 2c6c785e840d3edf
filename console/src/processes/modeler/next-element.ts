/** The part of an element of the diagram that `nextElement` needs. */
export interface DiagramElement {
  readonly id: string
  readonly x?: number
  readonly y?: number
  /** Present on flows. */
  readonly waypoints?: readonly unknown[]
  readonly incoming?: readonly DiagramElement[]
  readonly outgoing?: readonly DiagramElement[]
  readonly source?: DiagramElement
  readonly target?: DiagramElement
}

export type Step = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'

/** Returns shapes from left to right, each with the flows that leave it. */
export function readingOrder(elements: readonly DiagramElement[]): DiagramElement[] {
  const shapes = elements.filter(({ waypoints }) => waypoints === undefined)
  const sorted = shapes.toSorted((one, other) => one.x! - other.x! || one.y! - other.y!)
  return sorted.flatMap((shape) => [shape, ...(shape.outgoing ?? [])]).filter((one) => elements.includes(one))
}

/**
 * Returns the element to which an arrow key leads. Left and right follow the flow; up and down go through all elements
 * in reading order. Without a current element, every key leads to the first element. Returns undefined at the end.
 */
export function nextElement(
  current: DiagramElement | undefined,
  step: Step,
  elements: readonly DiagramElement[],
): DiagramElement | undefined {
  const order = readingOrder(elements)
  if (current === undefined || !order.includes(current)) return order[0]
  if (step === 'ArrowRight') return current.target ?? current.outgoing?.[0]?.target
  if (step === 'ArrowLeft') return current.source ?? current.incoming?.[0]?.source
  return order[order.indexOf(current) + (step === 'ArrowDown' ? 1 : -1)]
}
