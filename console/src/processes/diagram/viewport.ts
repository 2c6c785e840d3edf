import type { Box, Canvas } from './services.ts'

const margin = 36

/**
 * Shows the whole diagram with a margin, at most in its original size. `left` is the width in pixels that is covered at
 * the left edge.
 */
export function fitDiagram(canvas: Canvas, left = 0): void {
  const { inner } = canvas.viewbox()
  const box = { ...inner, x: inner.x - left, width: inner.width + left }
  showBox(canvas, box, { margin, maxScale: 1 })
}

/** Shows a part of a diagram in the middle of the canvas. Nothing happens without a box. */
export function showBox(canvas: Canvas, box: Box | undefined, limits: { margin: number; maxScale: number }): void {
  const { outer } = canvas.viewbox()
  if (box === undefined || outer.width === 0 || outer.height === 0) return
  const [width, height] = [box.width + 2 * limits.margin, box.height + 2 * limits.margin]
  const scale = Math.min(limits.maxScale, outer.width / width, outer.height / height)
  const [shownWidth, shownHeight] = [outer.width / scale, outer.height / scale]
  const x = box.x + box.width / 2 - shownWidth / 2
  const y = box.y + box.height / 2 - shownHeight / 2
  canvas.viewbox({ x, y, width: shownWidth, height: shownHeight })
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
