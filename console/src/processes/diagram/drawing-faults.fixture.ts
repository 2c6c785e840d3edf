import { areOnTop, areOverlapping, isCrossed, sectionsOf } from './label-places.ts'
import { linePx, textWidth, wrapped } from './label-text.ts'
import type { Point } from './layout-lines.ts'
import type { Box } from './services.ts'

/** An event, activity or gateway on a diagram. */
export interface DrawnNode extends Box {
  readonly id: string
  readonly type: string
  /**
   * Id of the process or sub-process that contains the node. `attachedTo` is the id of the activity that a boundary
   * event is attached to.
   */
  readonly parent?: string
  readonly attachedTo?: string
  /** Id of its lane. */
  readonly lane?: string
  /** The names in all languages. */
  readonly names: readonly string[]
  /** Whether the node has a mark in the middle of its lower border, such as the mark of a loop. */
  readonly isMarked?: boolean
}

export interface DrawnFlow {
  readonly id: string
  readonly source: string
  readonly target: string
  readonly points: readonly Point[]
  readonly names: readonly string[]
}

/** A process as it is drawn. */
export interface DrawnProcess {
  readonly nodes: readonly DrawnNode[]
  readonly flows: readonly DrawnFlow[]
  /** Pools and lanes by id. */
  readonly frames: ReadonlyMap<string, Box>
  /** Boxes of labels by the id of their element or flow. */
  readonly labels: ReadonlyMap<string, Box>
}

/** Space in pixels between the border of an activity and its name, and the width of the title of a pool or lane. */
const paddingPx = 7
const titlePx = 30
/** Size in pixels of the icon of a task, which is in its upper left corner, and of the mark at its lower border. */
const iconPx = 22
/** How far the end of a flow may be from the outline of its element, in pixels. */
const endPx = 1.5

/** Returns what is wrong with a drawing, as sentences. */
export function drawingFaults(drawn: DrawnProcess): string[] {
  return [...nodeFaults(drawn), ...flowFaults(drawn), ...labelFaults(drawn)]
}

const isActivity = ({ type }: DrawnNode): boolean => !/(Event|Gateway)$/.test(type)
const isExpanded = (node: DrawnNode, { nodes }: DrawnProcess): boolean => nodes.some(({ parent }) => parent === node.id)

function nodeFaults(drawn: DrawnProcess): string[] {
  const { nodes, frames } = drawn
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const faults: string[] = []
  for (const [index, node] of nodes.entries()) {
    for (const other of nodes.slice(index + 1)) {
      const isHost = node.attachedTo === other.id || other.attachedTo === node.id
      if (!isHost && !isWithin(node, other, byId) && !isWithin(other, node, byId) && areOverlapping(node, other))
        faults.push(`${node.id} is on ${other.id}`)
    }
    const parent = byId.get(node.parent ?? '')
    if (parent && !isInside(node, parent)) faults.push(`${node.id} is not in ${parent.id}`)
    const lane = frames.get(node.lane ?? '')
    if (lane && !isInside(node, { ...lane, x: lane.x + titlePx, width: lane.width - titlePx }))
      faults.push(`${node.id} is not in its lane`)
    if (isActivity(node) && !isExpanded(node, drawn))
      for (const name of node.names) if (!hasRoom(name, node)) faults.push(`"${name}" has no room in ${node.id}`)
  }
  return faults
}

function isWithin(node: DrawnNode, other: DrawnNode, byId: ReadonlyMap<string, DrawnNode>): boolean {
  const parent = byId.get(node.parent ?? '')
  return parent !== undefined && (parent === other || isWithin(parent, other, byId))
}

const isInside = (box: Box, outer: Box): boolean =>
  box.x >= outer.x &&
  box.y >= outer.y &&
  box.x + box.width <= outer.x + outer.width &&
  box.y + box.height <= outer.y + outer.height

/** Returns whether a name fits into an activity beside its icon and its mark. */
function hasRoom(name: string, { x, y, width, height, type, isMarked }: DrawnNode): boolean {
  const limit = width - 2 * paddingPx
  const lines = wrapped(name, limit)
  const top = y + (height - lines.length * linePx) / 2
  const texts = lines.map((line, index): Box => {
    const own = textWidth(line)
    return { x: x + (width - own) / 2, y: top + index * linePx, width: own, height: linePx }
  })
  const icons: Box[] = [
    ...(/^(Task|CallActivity|SubProcess)$/.test(type) ? [] : [{ x, y, width: iconPx, height: iconPx }]),
    ...(isMarked ? [{ x: x + (width - iconPx) / 2, y: y + height - iconPx, width: iconPx, height: iconPx }] : []),
  ]
  const inner = { x: x + paddingPx, y: y + paddingPx, width: limit, height: height - 2 * paddingPx }
  return texts.every((text) => isInside(text, inner) && !icons.some((icon) => areOverlapping(icon, text)))
}

function flowFaults(drawn: DrawnProcess): string[] {
  const { nodes, flows } = drawn
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const faults: string[] = []
  for (const flow of flows) {
    const [source, target] = [byId.get(flow.source)!, byId.get(flow.target)!]
    if (!isOnOutline(flow.points[0]!, source)) faults.push(`${flow.id} does not start at ${source.id}`)
    if (!isOnOutline(flow.points.at(-1)!, target)) faults.push(`${flow.id} does not end at ${target.id}`)
    for (const node of nodes) {
      const isAround = [source, target].some((end) => isWithin(end, node, byId))
      // A gateway or an event does not fill its box, so a flow is inside the box before it reaches the outline.
      const isEnd = node === source || node === target
      const inner = isEnd ? shrunk(node, isActivity(node) ? 1 : 6) : node
      if (!isAround && isCrossed(inner, flow.points)) faults.push(`${flow.id} runs through ${node.id}`)
    }
  }
  for (const [index, flow] of flows.entries())
    for (const other of flows.slice(index + 1))
      if (flow.source !== other.source && flow.target !== other.target && isOnTop(flow, other))
        faults.push(`${flow.id} runs on ${other.id}`)
  return faults
}

const shrunk = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x + by,
  y: y + by,
  width: width - 2 * by,
  height: height - 2 * by,
})

function isOnOutline([x, y]: Point, node: DrawnNode): boolean {
  const [dx, dy] = [Math.abs(x - node.x - node.width / 2), Math.abs(y - node.y - node.height / 2)]
  const [halfWidth, halfHeight] = [node.width / 2, node.height / 2]
  if (/Event$/.test(node.type)) return Math.abs(Math.hypot(dx, dy) - halfWidth) <= endPx
  if (/Gateway$/.test(node.type)) return Math.abs(dx / halfWidth + dy / halfHeight - 1) * halfWidth <= endPx
  const isAtSide = Math.abs(dx - halfWidth) <= endPx && dy <= halfHeight
  return isAtSide || (Math.abs(dy - halfHeight) <= endPx && dx <= halfWidth)
}

/** Returns whether two flows share a part of a line. */
const isOnTop = (flow: DrawnFlow, other: DrawnFlow): boolean =>
  sectionsOf(flow.points).some((one) => sectionsOf(other.points).some((two) => areOnTop(one, two)))

function labelFaults(drawn: DrawnProcess): string[] {
  const { nodes, flows, frames, labels } = drawn
  const named = [...nodes.filter((node) => !isActivity(node)), ...flows].filter(({ names }) => names.length > 0)
  const faults = named.filter(({ id }) => !labels.has(id)).map(({ id }) => `the label of ${id} has no place`)
  const borders = [...frames.values(), ...nodes.filter((node) => isExpanded(node, drawn))].map(outline)
  const titles = nodes.filter((node) => node.names.length > 0 && isExpanded(node, drawn)).map(titleOf)
  const boxes = named
    .filter(({ id }) => labels.has(id))
    .map(({ id, names }) => ({ id, box: extentOf(names, labels.get(id)!), names, place: labels.get(id)! }))
  for (const [index, { id, box, names, place }] of boxes.entries()) {
    for (const word of names.flatMap((name) => name.split(/\s+/)))
      if (textWidth(word) > place.width + 1) faults.push(`"${word}" is wider than the label of ${id}`)
    for (const node of nodes)
      if (!isExpanded(node, drawn) && areOverlapping(box, node)) faults.push(`the label of ${id} is on ${node.id}`)
    for (const other of boxes.slice(index + 1))
      if (areOverlapping(box, other.box)) faults.push(`the label of ${id} is on that of ${other.id}`)
    for (const flow of flows) if (isCrossed(box, flow.points)) faults.push(`${flow.id} runs through the label of ${id}`)
    if (titles.some((title) => areOverlapping(box, title)))
      faults.push(`the label of ${id} is on the title of a sub-process`)
    if (borders.some((line) => isCrossed(box, line))) faults.push(`a border runs through the label of ${id}`)
  }
  for (const title of titles)
    for (const { id, points } of flows)
      if (isCrossed(title, points)) faults.push(`${id} runs through the title of a sub-process`)
  return faults
}

/** Returns the box of the name of a sub-process, which is inside, in the middle of its upper border. */
function titleOf({ x, y, width, names }: DrawnNode): Box {
  const widest = Math.max(...names.map(textWidth))
  return { x: x + width / 2 - widest / 2, y: y + paddingPx, width: widest, height: linePx }
}

const outline = ({ x, y, width, height }: Box): Point[] => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
  [x, y],
]

/** Returns the box of the largest text in a label, which is centred below the upper border of the label. */
function extentOf(names: readonly string[], { x, y, width }: Box): Box {
  const lines = names.map((name) => wrapped(name, width + 1))
  const widest = Math.max(...lines.flat().map(textWidth))
  const height = Math.max(...lines.map(({ length }) => length)) * linePx
  return { x: x + width / 2 - widest / 2, y, width: widest, height }
}
