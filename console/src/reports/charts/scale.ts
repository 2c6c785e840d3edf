const maxSteps = 4

/**
 * Returns the values of the grid lines of a chart: from 0 to at least `highest`, in steps of 1, 2 or 5 times a power of
 * ten. With `isWhole`, all values are whole numbers.
 */
export function ticks(highest: number, isWhole: boolean): readonly number[] {
  if (!(highest > 0)) return [0, 1]
  const rough = Math.max(highest / maxSteps, isWhole ? 1 : 0)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? 10 * power
  const count = Math.ceil(highest / step)
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)))
}
