/** The place and size of a shape on the canvas, in pixels. */
export interface Bounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface Shape extends Bounds {
  readonly type: string
  /** Present on flows. */
  readonly waypoints?: unknown
}

const padding = 30
/** Width of the strip with the name of the pool, in pixels. */
const title = 30
const gap = 50
const smallest = { width: 600, height: 250 }

/**
 * Returns the bounds of the next pool. The first pool encloses everything that is drawn; each further pool is below the
 * lowest pool and as wide as the box around all pools.
 */
export function boundsOfPool(drawn: readonly Shape[]): Bounds {
  const shapes = drawn.filter(({ waypoints }) => waypoints === undefined)
  const pools = shapes.filter(({ type }) => type === 'bpmn:Participant')
  const around = boxAround(pools.length > 0 ? pools : shapes)
  const width = Math.max(smallest.width, around.width + (pools.length > 0 ? 0 : title + 2 * padding))
  if (pools.length > 0) return { x: around.x, y: around.y + around.height + gap, width, height: smallest.height }
  const height = Math.max(smallest.height, around.height + 2 * padding)
  return { x: around.x - title - padding, y: around.y - (height - around.height) / 2, width, height }
}

function boxAround(shapes: readonly Bounds[]): Bounds {
  if (shapes.length === 0) return { x: 0, y: 0, width: 0, height: 0 }
  const [x, y] = [Math.min(...shapes.map((each) => each.x)), Math.min(...shapes.map((each) => each.y))]
  const right = Math.max(...shapes.map((each) => each.x + each.width))
  const bottom = Math.max(...shapes.map((each) => each.y + each.height))
  return { x, y, width: right - x, height: bottom - y }
}
