import type { Box, Canvas } from './services.ts'

/** Space around a diagram in pixels. The buttons for the views stand in the space above the diagram. */
const margin = { side: 36, top: 56, bottom: 36 }
/** Scale at which the texts of a diagram, which are 12 pixels high, have 11. */
const readableScale = 11 / 12
/** Smallest scale in which a diagram is shown at first so that all active elements are visible. */
const smallestScale = 0.7

interface Size {
  readonly width: number
  readonly height: number
}

/**
 * Returns the part of a canvas that shows a whole diagram, at most in its original size. `leftPx` is the width that is
 * covered at the left edge of the canvas.
 */
export function wholeView(diagram: Box, canvas: Size, leftPx = 0): Box {
  return viewAt(Math.min(1, scaleToFit(diagram, canvas, leftPx)), diagram, canvas, leftPx)
}

/**
 * Returns the part of a canvas that is shown at first: the whole diagram, or its beginning where texts are readable.
 */
export function firstView(diagram: Box, canvas: Size, leftPx = 0): Box {
  const scale = Math.max(readableScale, Math.min(1, scaleToFit(diagram, canvas, leftPx)))
  return viewAt(scale, diagram, canvas, leftPx)
}

/**
 * Returns the first view of a diagram, moved to a box that is outside of it. A box without room is shown smaller, down
 * to 70 %; a box that has no room then, either, is shown from its beginning.
 */
export function viewWith(box: Box | undefined, diagram: Box, canvas: Size): Box {
  const first = firstView(diagram, canvas)
  if (box === undefined || isInside(box, first)) return first
  const scale = Math.min(canvas.width / first.width, Math.max(smallestScale, scaleToFit(box, canvas, 0)))
  const view = viewAt(scale, diagram, canvas, 0)
  return {
    ...view,
    x: isInside({ ...box, y: view.y, height: 0 }, view) ? view.x : startOf(box.x, box.width, view.width, margin.side),
    y: isInside({ ...box, x: view.x, width: 0 }, view) ? view.y : startOf(box.y, box.height, view.height, margin.top),
  }
}

/** Returns the start of a range of a view, with a range of a box in its middle or, without room, at its start. */
const startOf = (start: number, length: number, shown: number, space: number): number =>
  length > shown ? start - space : start + length / 2 - shown / 2

const isInside = (box: Box, outer: Box): boolean =>
  box.x >= outer.x &&
  box.y >= outer.y &&
  box.x + box.width <= outer.x + outer.width &&
  box.y + box.height <= outer.y + outer.height

const scaleToFit = (diagram: Size, canvas: Size, leftPx: number): number =>
  Math.min(
    (canvas.width - leftPx) / (diagram.width + 2 * margin.side),
    canvas.height / (diagram.height + margin.top + margin.bottom),
  )

/** Returns the view of a diagram in a scale: in the middle, or from its beginning where it has no room. */
function viewAt(scale: number, diagram: Box, canvas: Size, leftPx: number): Box {
  const [width, height, left] = [canvas.width / scale, canvas.height / scale, leftPx / scale]
  const [spareX, spareY] = [
    width - left - diagram.width - 2 * margin.side,
    height - diagram.height - margin.top - margin.bottom,
  ]
  return {
    x: diagram.x - margin.side - left - Math.max(0, spareX / 2),
    y: diagram.y - margin.top - Math.max(0, spareY / 2),
    width,
    height,
  }
}

/** Shows a view on a canvas. Nothing happens on a canvas without a size. */
export function show(canvas: Canvas, view: (diagram: Box, canvas: Size) => Box): void {
  const { inner, outer } = canvas.viewbox()
  if (outer.width > 0 && outer.height > 0) canvas.viewbox(view(inner, outer))
}

/** Shows a part of a diagram in the middle of the canvas. Nothing happens without a box. */
export function showBox(canvas: Canvas, box: Box | undefined, limits: { margin: number; maxScale: number }): void {
  if (box === undefined) return
  show(canvas, (_, outer) => {
    const [width, height] = [box.width + 2 * limits.margin, box.height + 2 * limits.margin]
    const scale = Math.min(limits.maxScale, outer.width / width, outer.height / height)
    const [shownWidth, shownHeight] = [outer.width / scale, outer.height / scale]
    const x = box.x + box.width / 2 - shownWidth / 2
    const y = box.y + box.height / 2 - shownHeight / 2
    return { x, y, width: shownWidth, height: shownHeight }
  })
}

/** Returns the box around elements; undefined without elements. */
export function boxOf(boxes: readonly Box[]): Box | undefined {
  if (boxes.length === 0) return undefined
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - x
  const height = Math.max(...boxes.map((box) => box.y + box.height)) - y
  return { x, y, width, height }
}
