import type { Box } from './services.ts'

export type Point = readonly [x: number, y: number]

/** The columns or the rows of a layout: where each begins and ends, in pixels. */
export interface Tracks {
  begin(track: number): number
  end(track: number): number
  middle(track: number): number
  readonly count: number
  readonly size: number
}

/** An element, or a bend of a line, in its column and row. */
export interface Stop {
  readonly box: Box
  readonly column: number
  readonly row: number
}

interface Grid {
  readonly columns: Tracks
  readonly rows: Tracks
}

/** Where lines turn behind each column: `x` by `column row` of the stop before the turn. */
export type Turns = ReadonlyMap<string, number>

/**
 * Returns where lines turn. A line that turns into a row does so behind the turn of the line that leaves this row, so
 * that they do not run on each other.
 */
export function turnsOf(lines: readonly (readonly Stop[])[], { columns, rows }: Grid): Turns {
  const turning = new Map<number, Map<number, Set<number>>>()
  for (const stops of lines)
    for (const [index, { column, row }] of stops.entries()) {
      const next = stops[index + 1]
      if (next === undefined || next.row === row) continue
      const rowsOfColumn = turning.get(column) ?? new Map<number, Set<number>>()
      turning.set(column, rowsOfColumn.set(row, (rowsOfColumn.get(row) ?? new Set()).add(next.row)))
    }
  const turns = new Map<string, number>()
  for (const [column, targets] of turning) {
    const order: number[] = []
    const seen = new Set<number>()
    const visit = (row: number) => {
      if (seen.has(row) || !targets.has(row)) return
      seen.add(row)
      for (const target of targets.get(row)!) visit(target)
      order.push(row)
    }
    for (const row of targets.keys()) visit(row)
    for (const [rank, row] of order.entries())
      turns.set(`${column} ${row}`, columns.end(column) + 12 + (20 * rank) / rows.count)
  }
  return turns
}

/**
 * Returns a line to the right, which changes its row behind the columns that it leaves. A line of a boundary event,
 * whose number on its activity is `place`, starts downwards.
 */
export function lineOn(stops: readonly Stop[], grid: Grid, turns: Turns, place?: number): Point[] {
  const [from, ...rest] = stops as [Stop, ...Stop[]]
  const points: Point[] = []
  let y = middleY(from.box)
  let last = from
  if (place === undefined) points.push([from.box.x + from.box.width, y])
  else {
    const middle = middleX(from.box)
    const x = grid.columns.begin(rest[0]!.column) - 16 - 4 * (place % 2)
    y = boundaryY(grid.rows, from.row, place)
    points.push([middle, from.box.y + from.box.height], [middle, y], [x, y], [x, middleY(rest[0]!.box)])
    y = middleY(rest[0]!.box)
  }
  for (const stop of rest) {
    const stopY = middleY(stop.box)
    if (stopY !== y) points.push(...turn(last, stop, grid, turns))
    y = stopY
    last = stop
  }
  return [...points, [last.box.x, y]]
}

/** Returns the points at which a line changes its row between two stops. */
function turn(from: Stop, to: Stop, { columns, rows }: Grid, turns: Turns): Point[] {
  const [fromY, toY] = [middleY(from.box), middleY(to.box)]
  const [out, other] = [turns.get(`${from.column} ${from.row}`)!, turns.get(`${from.column} ${to.row}`)]
  if (other === undefined || other < out)
    return [
      [out, fromY],
      [out, toY],
    ]
  // Two lines exchange their rows. This one goes between the rows to a second turn, behind the turn of the other line.
  const between = to.row < from.row ? rows.end(to.row) + 72 : rows.begin(to.row) - 4
  const into = columns.begin(from.column + 1) - 28
  return [
    [out, fromY],
    [out, between],
    [into, between],
    [into, toY],
  ]
}

/**
 * Returns a line that leads back: down between two columns, to the left below all elements, and up between two
 * columns to the target. The line of a boundary event leaves its activity at the bottom; any other line leaves its
 * element at the top. The line reaches an activity at the top and any other element at the bottom. `index` is the
 * number of the line among all that lead back; `place` is the number of a boundary event on its activity.
 */
export function lineBack(
  stops: readonly Stop[],
  { columns, rows }: Grid,
  { index, count }: { index: number; count: number },
  place?: number,
): Point[] {
  const [from, to] = [stops[0]!, stops.at(-1)!]
  const shift = (8 * index) / count
  const below = rows.size + 76 + 12 * index
  const [right, left] = [columns.end(from.column) + 34 + 2 * shift, columns.begin(to.column) - 6 - shift]
  const isToActivity = isActivity(to.box)
  const [fromX, toX] = [across(from.box, 2 / 3), across(to.box, 1 / 3)]
  const out = place === undefined ? rows.begin(from.row) - 8 : boundaryY(rows, from.row, place)
  const into = isToActivity ? rows.begin(to.row) - 8 : rows.end(to.row) + 46 + shift
  return [
    [fromX, place === undefined ? from.box.y : from.box.y + from.box.height],
    [fromX, out],
    [right, out],
    [right, below],
    [left, below],
    [left, into],
    [toX, into],
    [toX, isToActivity ? to.box.y : to.box.y + to.box.height],
  ]
}

const isActivity = ({ width }: Box): boolean => width > 60
/** Returns a place on the upper or lower border: of an activity anywhere, of anything else in the middle. */
const across = (box: Box, part: number): number => box.x + box.width * (isActivity(box) ? part : 1 / 2)
/** Returns where the line of a boundary event turns, which is below the label of the event. */
const boundaryY = (rows: Tracks, row: number, place: number): number => rows.end(row) + 56 + 5 * (place % 2)

const middleX = ({ x, width }: Box): number => x + width / 2
const middleY = ({ y, height }: Box): number => y + height / 2
