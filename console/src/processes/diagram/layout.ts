import { placeLabels } from './label-places.ts'
import { labelSize, linePx, textWidth, wrapped } from './label-text.ts'
import { placeInGrid } from './layers.ts'
import { lineBack, lineOn, type Point, type Tracks, turnsOf } from './layout-lines.ts'
import type { Model, ModelElement } from './model.ts'
import type { Box } from './services.ts'

/** Positions of the elements and flows of a process, and of the labels beside them. */
export interface Layout {
  readonly boxes: ReadonlyMap<string, Box>
  readonly lines: ReadonlyMap<string, readonly Point[]>
  readonly labels: ReadonlyMap<string, Box>
  readonly width: number
  readonly height: number
}

/** Spaces in pixels; lines turn in the first part of the space between two columns. */
const gap = { turns: 88, row: 76, inside: 30 }
/** Where the first boundary event of an activity is, in pixels from its left side. */
const firstEventPx = 30
const activity = { width: 128, height: 80, iconPx: 22, paddingPx: 8 }

/** Lays out the elements of a process or sub-process from left to right, for files without a drawing. */
export function layOut(model: Model, container: string): Layout {
  const own = model.elements.filter(({ parent }) => parent === container)
  const free = own.filter(({ attachedTo }) => attachedTo === undefined)
  const inside = new Map(free.map(({ id }) => [id, layOut(model, id)]))
  const attached = Map.groupBy(own, ({ attachedTo }) => attachedTo ?? '')
  const borderOf = (id: string) => pitchOf(attached.get(id) ?? []) * (attached.get(id)?.length ?? 0)
  const sizes = new Map(free.map((each) => [each.id, sizeOf(each, inside.get(each.id)!, borderOf(each.id))]))
  const hostOf = (id: string): string => model.byId.get(id)?.attachedTo ?? id
  const flows = model.flows.filter(({ source }) => own.some(({ id }) => id === source))
  const targetsOf = (id: string) => flows.filter(({ source }) => hostOf(source) === id).map(({ target }) => target)
  const ids = free.map(({ id }) => id)
  const grid = placeInGrid(ids, new Map(ids.map((id) => [id, targetsOf(id)])))
  const places = [...grid.places]
  const labelWidths = flows.filter(({ name }) => name !== '').map(({ name }) => labelSize([name]).width + 24)
  const columns = tracks(
    places.map(([id, { column }]) => [column, sizes.get(id)?.width ?? 0]),
    gap.turns + Math.max(12, ...labelWidths),
  )
  const rows = tracks(
    places.map(([id, { row }]) => [row, sizes.get(id)?.height ?? 0]),
    gap.row,
  )
  const boxes = new Map<string, Box>()
  const lines = new Map<string, readonly Point[]>()
  for (const [id, { column, row }] of places) {
    const { width, height } = sizes.get(id) ?? { width: 0, height: 0 }
    boxes.set(id, { x: columns.middle(column) - width / 2, y: rows.middle(row) - height / 2, width, height })
  }
  const order = new Map<string, number>()
  for (const [host, events] of attached) {
    const box = boxes.get(host)
    if (box === undefined) continue
    for (const [index, { id }] of events.entries()) {
      boxes.set(id, onBorder(box, index * pitchOf(events)))
      order.set(id, index)
    }
  }
  const back = flows.filter(({ source, target }) => grid.back.has(`${hostOf(source)} ${target}`))
  const stopOf = (id: string) => ({ box: boxes.get(id)!, ...grid.places.get(hostOf(id))! })
  const drawn = flows.filter(({ source, target }) => boxes.has(source) && boxes.has(target))
  const ways = new Map(
    drawn.map(({ id, source, target }) => {
      const edge = `${hostOf(source)} ${target} `
      const bends = [...grid.bends].filter((bend) => bend.startsWith(edge))
      return [id, [source, ...bends, target].map(stopOf)]
    }),
  )
  const turns = turnsOf(
    drawn
      .filter((flow) => !back.includes(flow))
      .map(({ id, source }) => ways.get(id)!.slice(order.has(source) ? 1 : 0)),
    { columns, rows },
  )
  for (const flow of drawn) {
    const [way, index] = [ways.get(flow.id)!, back.indexOf(flow)]
    const isForward = index < 0
    lines.set(
      flow.id,
      isForward
        ? lineOn(way, { columns, rows }, turns, order.get(flow.source))
        : lineBack(way, { columns, rows }, { index, count: back.length }, order.get(flow.source)),
    )
  }
  for (const bend of grid.bends) boxes.delete(bend)
  const titled = own.filter(({ id, type }) => boxes.has(id) && /(Event|Gateway)$/.test(type))
  const labels = placeLabels(
    [
      ...titled.map(({ id, name }) => [id, name, boxes.get(id)!] as const),
      ...flows.map(({ id, name }) => [id, name, lines.get(id)] as const),
    ].flatMap(([id, name, at]) => (name === '' || name === id || at === undefined ? [] : [{ id, texts: [name], at }])),
    { boxes: [...boxes.values()], lines: [...lines.values()] },
  )
  const height = rows.size + (back.length > 0 ? gap.row + 12 * back.length : 0)
  const layout = { boxes, lines, labels, width: columns.size, height }
  for (const [id, inner] of inside) addInside(boxes.get(id)!, inner, layout)
  return layout
}

/** Returns the size of an element that contains a layout and has `eventsPx` for boundary events. */
function sizeOf({ type, name }: ModelElement, inside: Layout, eventsPx: number): { width: number; height: number } {
  if (/Event$/.test(type)) return { width: 36, height: 36 }
  if (/Gateway$/.test(type)) return { width: 50, height: 50 }
  const padding = 2 * activity.paddingPx
  if (inside.boxes.size > 0)
    return {
      width: Math.max(inside.width + 2 * gap.inside, firstEventPx + eventsPx, textWidth(name) + padding),
      height: inside.height + 2 * gap.inside + (hasLabelBelow(inside) ? gap.row / 2 : 0),
    }
  const width = Math.max(
    activity.width,
    firstEventPx + eventsPx,
    ...name.split(' ').map((word) => Math.ceil(textWidth(word)) + padding),
  )
  const lines = wrapped(name, width - padding).length
  return { width, height: Math.max(activity.height, Math.ceil(lines * linePx) + 2 * activity.iconPx) }
}

const hasLabelBelow = ({ labels, height }: Layout): boolean =>
  [...labels.values()].some((label) => label.y + label.height > height)

/** Returns the positions of columns or rows, each as wide as its largest element and at least 36 pixels. */
function tracks(entries: readonly (readonly [track: number, size: number])[], space: number): Tracks {
  const count = Math.max(0, ...entries.map(([track]) => track + 1))
  const ends: (readonly [begin: number, end: number])[] = []
  let size = 0
  for (let track = 0; track < count; track++) {
    const own = Math.max(36, ...entries.filter(([each]) => each === track).map(([, each]) => each))
    ends.push([size, size + own])
    size += own + (track < count - 1 ? space : 0)
  }
  return {
    begin: (track) => ends[track]![0],
    end: (track) => ends[track]![1],
    middle: (track) => (ends[track]![0] + ends[track]![1]) / 2,
    count,
    size,
  }
}

function addInside({ x, y }: Box, layout: Layout, outer: Layout): void {
  const [left, top] = [x + gap.inside, y + gap.inside]
  const moved = (box: Box): Box => ({ ...box, x: box.x + left, y: box.y + top })
  const [boxes, lines, labels] = [outer.boxes, outer.lines, outer.labels] as [
    Map<string, Box>,
    Map<string, readonly Point[]>,
    Map<string, Box>,
  ]
  for (const [id, box] of layout.boxes) boxes.set(id, moved(box))
  for (const [id, box] of layout.labels) labels.set(id, moved(box))
  for (const [id, points] of layout.lines)
    lines.set(
      id,
      points.map(([px, py]): Point => [px + left, py + top]),
    )
}

/** Returns the distance of boundary events, between which there is room for their labels. */
const pitchOf = (events: readonly ModelElement[]): number =>
  Math.max(46, ...events.map(({ name }) => labelSize([name]).width + 14))

const onBorder = ({ x, y, height }: Box, left: number): Box => ({
  x: x + firstEventPx + left,
  y: y + height - 18,
  width: 36,
  height: 36,
})
