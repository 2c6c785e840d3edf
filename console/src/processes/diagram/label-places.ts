import { labelSize } from './label-text.ts'
import type { Point } from './layout-lines.ts'
import type { Box } from './services.ts'

const gapPx = 5
/**
 * Distances in pixels between the beginning of a line and its label. The first one is free of the mark of default
 * flows.
 */
const starts = [16, 24, 36, 52]

/** Something that labels must not cover. */
export interface Drawn {
  /** Boxes of elements that labels may not be on; not of those that contain other elements. */
  readonly boxes: readonly Box[]
  readonly lines: readonly (readonly Point[])[]
}

/** An element or a flow with the texts that its label may have, for example one for each language. */
export interface Labelled {
  readonly id: string
  readonly texts: readonly string[]
  readonly at: Box | readonly Point[]
}

/**
 * Returns the box of each label: the first place beside its element or flow at which it covers nothing, or the first
 * place of all when there is none.
 */
export function placeLabels(labelled: readonly Labelled[], { boxes, lines }: Drawn): Map<string, Box> {
  const taken = [...boxes]
  const found = new Map<string, Box>()
  for (const { id, texts, at } of labelled) {
    const size = labelSize(texts)
    const places = isBox(at) ? placesBeside(at, size) : placesAlong(at, lines, size)
    const isFree = (box: Box) =>
      taken.every((other) => !areOverlapping(box, other)) && lines.every((line) => !isCrossed(box, line))
    const place = places.find(isFree) ?? places[0]!
    taken.push(place)
    found.set(id, place)
  }
  return found
}

const isBox = (at: Labelled['at']): at is Box => 'width' in at

type Size = ReturnType<typeof labelSize>

function placesBeside({ x, y, width, height }: Box, size: Size): Box[] {
  const [middle, right, bottom] = [x + width / 2, x + width, y + height]
  const above = y - gapPx - size.height
  const below = bottom + gapPx
  const level = y + height / 2 - size.height / 2
  const [toLeft, toRight] = [middle - gapPx - size.width, middle + gapPx]
  return [
    [middle - size.width / 2, below],
    [middle - size.width / 2, above],
    [toRight, below],
    [toLeft, below],
    [toRight, above],
    [toLeft, above],
    [right + gapPx, level],
    [x - gapPx - size.width, level],
  ].map(([left, top]) => ({ x: left!, y: top!, ...size }))
}

/**
 * Returns places beside a flow: first beside the sections that no other line covers, then beside all its sections,
 * each time those near its beginning first.
 */
function placesAlong(points: readonly Point[], lines: Drawn['lines'], size: Size): Box[] {
  const all = sectionsOf(points)
  const others = lines.filter((line) => line !== points).flatMap(sectionsOf)
  const own = all.filter((section) => !others.some((other) => areOnTop(section, other)))
  return [...own, ...all].flatMap((section) => placesBesideSection(section, size))
}

function placesBesideSection([[fromX, fromY], [toX, toY]]: Section, size: Size): Box[] {
  if (Math.abs(toY - fromY) < Math.abs(toX - fromX)) {
    const lefts = starts.map((start) => (toX > fromX ? fromX + start : fromX - start - size.width))
    return [...lefts, (fromX + toX) / 2 - size.width / 2].flatMap((x) => [
      { x, y: fromY - gapPx - size.height, ...size },
      { x, y: fromY + gapPx, ...size },
    ])
  }
  const tops = starts.map((start) => (toY > fromY ? fromY + start : fromY - start - size.height))
  return [...tops, (fromY + toY) / 2 - size.height / 2].flatMap((y) => [
    { x: fromX + gapPx, y, ...size },
    { x: fromX - gapPx - size.width, y, ...size },
  ])
}

/** A straight part of a flow. */
export type Section = readonly [from: Point, to: Point]

/** Returns the straight parts of a flow. */
export const sectionsOf = (points: readonly Point[]): Section[] =>
  points.slice(1).map((to, index): Section => [points[index]!, to])

/** Returns whether two straight parts of flows, both level or both upright, cover each other in some length. */
export const areOnTop = (one: Section, other: Section): boolean =>
  isUpright(one) === isUpright(other) && areOverlapping(boxAround(one), boxAround(other))

const isUpright = ([[fromX], [toX]]: Section): boolean => fromX === toX

/** Returns the box around a straight part of a flow, which is 2 pixels wide. Its ends do not count. */
function boxAround([[fromX, fromY], [toX, toY]]: Section): Box {
  const box = {
    x: Math.min(fromX, toX),
    y: Math.min(fromY, toY),
    width: Math.abs(toX - fromX),
    height: Math.abs(toY - fromY),
  }
  return box.width < box.height
    ? { ...box, x: box.x - 1, width: box.width + 2 }
    : { ...box, y: box.y - 1, height: box.height + 2 }
}

/** Returns whether two boxes have a common area. */
export const areOverlapping = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

/** Returns whether a line passes the inside of a box. */
export const isCrossed = (box: Box, line: readonly Point[]): boolean =>
  line.slice(1).some((to, index) => isSectionInside(box, line[index]!, to))

/** Returns whether a straight line has a part inside a box, by cutting it at each border. */
function isSectionInside({ x, y, width, height }: Box, [fromX, fromY]: Point, [toX, toY]: Point): boolean {
  let [begin, end] = [0, 1]
  const borders = [
    [fromX, toX - fromX, x, x + width],
    [fromY, toY - fromY, y, y + height],
  ] as const
  for (const [from, change, low, high] of borders) {
    if (change === 0 && (from <= low || from >= high)) return false
    if (change === 0) continue
    const [one, other] = [(low - from) / change, (high - from) / change]
    begin = Math.max(begin, Math.min(one, other))
    end = Math.min(end, Math.max(one, other))
  }
  return begin < end
}
