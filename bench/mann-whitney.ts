/**
 * Returns the two-sided probability that two lists of numbers come from the same distribution (Mann-Whitney U test by
 * normal approximation, with correction for ties).
 */
export function mannWhitney(a: readonly number[], b: readonly number[]): number {
  const all = [...a.map((value) => ({ value, isA: true })), ...b.map((value) => ({ value, isA: false }))]
  all.sort((one, other) => one.value - other.value)
  let ranksOfA = 0
  let tied = 0
  for (let from = 0; from < all.length; ) {
    let to = from
    while (to < all.length && all[to]!.value === all[from]!.value) to++
    const count = to - from
    tied += count ** 3 - count
    ranksOfA += all.slice(from, to).filter(({ isA }) => isA).length * ((from + to + 1) / 2)
    from = to
  }
  const [n, m] = [a.length, b.length]
  const u = ranksOfA - (n * (n + 1)) / 2
  const variance = ((n * m) / 12) * (n + m + 1 - tied / ((n + m) * (n + m - 1)))
  if (variance === 0) return 1
  const z = Math.max(0, Math.abs(u - (n * m) / 2) - 0.5) / Math.sqrt(variance)
  return Math.min(1, 2 * upperTail(z))
}

/** Returns P(Z > z) of the standard normal distribution to 7 digits (Abramowitz and Stegun 26.2.17). */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const [b1, b2, b3, b4, b5] = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429] as const
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * t * (b1 + t * (b2 + t * (b3 + t * (b4 + t * b5))))
}
