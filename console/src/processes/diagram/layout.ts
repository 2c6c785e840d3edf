import { placeInGrid } from './layers.ts'
import type { Model, ModelElement } from './model.ts'
import type { Box } from './services.ts'

export type Point = readonly [x: number, y: number]

/** Positions of the elements and flows of a process. */
export interface Layout {
  readonly boxes: ReadonlyMap<string, Box>
  readonly lines: ReadonlyMap<string, readonly Point[]>
  readonly width: number
  readonly height: number
}

const gap = { column: 60, row: 40, inside: 30 }

/** Lays out the elements of a process or sub-process from left to right, for files without a drawing. */
export function layOut(model: Model, container: string): Layout {
  const own = model.elements.filter(({ parent }) => parent === container)
  const free = own.filter(({ attachedTo }) => attachedTo === undefined)
  const inside = new Map(free.map(({ id }) => [id, layOut(model, id)]))
  const sizes = new Map(free.map((element) => [element.id, sizeOf(element, inside.get(element.id)!)]))
  const hostOf = (id: string): string => model.byId.get(id)?.attachedTo ?? id
  const flows = model.flows.filter(({ source }) => own.some(({ id }) => id === source))
  const targetsOf = (id: string) => flows.filter(({ source }) => hostOf(source) === id).map(({ target }) => target)
  const ids = free.map(({ id }) => id)
  const grid = placeInGrid(ids, new Map(ids.map((id) => [id, targetsOf(id)])))
  const places = [...grid.places]
  const columns = middles(
    places.map(([id, { column }]) => [column, sizes.get(id)?.width ?? 0]),
    gap.column,
  )
  const rows = middles(
    places.map(([id, { row }]) => [row, sizes.get(id)?.height ?? 0]),
    gap.row,
  )
  const boxes = new Map<string, Box>()
  const lines = new Map<string, readonly Point[]>()
  for (const [id, { column, row }] of places) {
    const { width, height } = sizes.get(id) ?? { width: 0, height: 0 }
    boxes.set(id, { x: columns.at[column]! - width / 2, y: rows.at[row]! - height / 2, width, height })
  }
  for (const [id, layout] of inside) addInside(boxes.get(id)!, layout, { boxes, lines })
  for (const [host, events] of Map.groupBy(own, ({ attachedTo }) => attachedTo)) {
    const box = boxes.get(host ?? '')
    if (box) for (const [place, { id }] of events.entries()) boxes.set(id, onBorder(box, place))
  }
  for (const { id, source, target } of flows) {
    const edge = `${hostOf(source)} ${target}`
    const [from, to] = [boxes.get(source), boxes.get(target)]
    const bends = [...grid.bends].filter((bend) => bend.startsWith(`${edge} `)).map((bend) => boxes.get(bend)!)
    if (!from || !to) continue
    const isBelow = grid.back.has(edge)
    lines.set(
      id,
      isBelow ? lineBack(from, to, rows.size + gap.row / 2) : lineOn(from, [...bends, to], source !== hostOf(source)),
    )
  }
  for (const bend of grid.bends) boxes.delete(bend)
  return { boxes, lines, width: columns.size, height: rows.size + (grid.back.size > 0 ? gap.row / 2 : 0) }
}

function sizeOf({ type }: ModelElement, inside: Layout): { width: number; height: number } {
  if (/Event$/.test(type)) return { width: 36, height: 36 }
  if (/Gateway$/.test(type)) return { width: 50, height: 50 }
  if (inside.boxes.size === 0) return { width: 110, height: 80 }
  return { width: inside.width + 2 * gap.inside, height: inside.height + 2 * gap.inside }
}

/** Returns the middle of each column or row, and the total size of all columns or rows. */
function middles(entries: readonly (readonly [track: number, size: number])[], space: number) {
  const count = Math.max(0, ...entries.map(([track]) => track + 1))
  const at: number[] = []
  let size = 0
  for (let track = 0; track < count; track++) {
    const own = Math.max(36, ...entries.filter(([each]) => each === track).map(([, each]) => each))
    at.push(size + own / 2)
    size += own + (track < count - 1 ? space : 0)
  }
  return { at, size }
}

interface Target {
  readonly boxes: Map<string, Box>
  readonly lines: Map<string, readonly Point[]>
}

function addInside({ x, y }: Box, layout: Layout, { boxes, lines }: Target): void {
  const [left, top] = [x + gap.inside, y + gap.inside]
  for (const [id, box] of layout.boxes) boxes.set(id, { ...box, x: box.x + left, y: box.y + top })
  for (const [id, points] of layout.lines)
    lines.set(
      id,
      points.map(([px, py]): Point => [px + left, py + top]),
    )
}

const onBorder = ({ x, y, height }: Box, place: number): Box => ({
  x: x + 12 + 44 * place,
  y: y + height - 18,
  width: 36,
  height: 36,
})

const middleOf = ({ x, y, width, height }: Box): Point => [x + width / 2, y + height / 2]

/** Returns a line to the right, which changes its row before the next stop. With `isDown`, it starts downwards. */
function lineOn(from: Box, stops: readonly Box[], isDown: boolean): Point[] {
  const [startX, startY] = middleOf(from)
  const points: Point[] = isDown ? [[startX, from.y + from.height]] : [[from.x + from.width, startY]]
  let y = startY
  for (const [index, stop] of stops.entries()) {
    const stopY = middleOf(stop)[1]
    const turnX = stop.x - gap.column / 2
    if (isDown && index === 0) points.push([startX, stopY])
    else if (stopY !== y) points.push([turnX, y], [turnX, stopY])
    y = stopY
  }
  return [...points, [stops.at(-1)!.x, y]]
}

/** Returns the points of a flow that leads back: down below everything, then to the target, and up again. */
function lineBack(from: Box, to: Box, belowY: number): Point[] {
  const [fromX] = middleOf(from)
  const [toX] = middleOf(to)
  return [
    [fromX, from.y + from.height],
    [fromX, belowY],
    [toX, belowY],
    [toX, to.y + to.height],
  ]
}
