/**
 * Returns the word that was probably meant, or undefined when none is similar. Up to a third of the letters may
 * differ; in a short word, one letter.
 */
export function nearest(word: string, words: Iterable<string>): string | undefined {
  let best: string | undefined
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1
  for (const candidate of words) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase(), bestDistance)
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** Returns `; did you mean "amount"?` for the end of an error message, or an empty text when no word is similar. */
export function didYouMean(word: string, words: Iterable<string>): string {
  const near = nearest(word.slice(0, 100), words)
  return near === undefined ? '' : `; did you mean "${near}"?`
}

/**
 * Returns the Levenshtein distance of two words, where swapping two adjacent letters counts once. Stops and returns
 * `limit + 1` as soon as the distance cannot be `limit` or less.
 */
export function editDistance(a: string, b: string, limit: number): number {
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      let cost = Math.min(previous[column]! + 1, current[column - 1]! + 1, previous[column - 1]! + (same ? 0 : 1))
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, before[column - 2]! + 1)
      }
      current.push(cost)
    }
    if (Math.min(...current) > limit) return limit + 1
    before = previous
    previous = current
  }
  return previous[b.length]!
}
