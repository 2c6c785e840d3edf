/** A function that returns a random number from 0 to 1. The generator is seeded, so that a run can be repeated. */
export type Random = () => number

/** Returns a Mulberry32 generator, which is small and good enough for choosing a client's next step. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function between(random: Random, low: number, high: number): number {
  return low + random() * (high - low)
}

/** Returns one of the last `reach` entries, most often the newest, so that clients work on the same elements. */
export function pickNewest<T>(random: Random, entries: readonly T[], reach: number): T | undefined {
  const back = Math.floor(random() ** 2 * Math.min(reach, entries.length))
  return entries[entries.length - 1 - back]
}

/** Returns a random choice; the probability of each is proportional to its weight. */
export function pickWeighted<T extends string>(random: Random, weights: Readonly<Record<T, number>>): T {
  const entries = Object.entries(weights) as [T, number][]
  let left = random() * entries.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [choice, weight] of entries) {
    left -= weight
    if (left < 0) return choice
  }
  return entries.at(-1)![0]
}
