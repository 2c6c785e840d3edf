/** A line of a comparison of two texts. */
export interface Line {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
  /** Position in the comparison. */
  readonly at: number
}

/** Returns the lines of both texts in their order; each line is in both texts or in only one of them. */
export function lineDifference(before: string, after: string): readonly Line[] {
  const [old, now] = [linesOf(before), linesOf(after)]
  // lengths[i][j] is the length of the longest common subsequence of old lines from i and new lines from j.
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1))
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      lengths[i]![j] =
        old[i] === now[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!)
  const lines: Line[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    const at = lines.length
    if (i < old.length && j < now.length && old[i] === now[j]) {
      lines.push({ kind: 'same', text: old[i++]!, at })
      j++
    } else if (j >= now.length || (i < old.length && lengths[i + 1]![j]! >= lengths[i]![j + 1]!))
      lines.push({ kind: 'removed', text: old[i++]!, at })
    else lines.push({ kind: 'added', text: now[j++]!, at })
  }
  return lines
}

/** Returns the lines that differ, each with up to `around` equal lines before and after; undefined marks a gap. */
export function hunks(lines: readonly Line[], around: number): readonly (Line | undefined)[] {
  const isNear = ({ at }: Line): boolean => lines.slice(Math.max(0, at - around), at + around + 1).some(isChange)
  const shown = lines.filter(isNear)
  return shown.flatMap((line, index) => {
    const previous = shown[index - 1]
    const isGap = previous ? line.at - previous.at > 1 : line.at > 0
    return isGap ? [undefined, line] : [line]
  })
}

const isChange = ({ kind }: Line): boolean => kind !== 'same'
const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))
