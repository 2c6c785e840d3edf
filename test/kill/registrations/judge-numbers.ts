import type { StoredNumber } from './numbers.store.ts'

/** A registration that the server has acknowledged. */
export interface AckedNumber {
  readonly letter: string
  readonly number: string
}

/**
 * Returns a sentence for each problem of the stored numbers: gaps, duplicates, lost registrations, and letters without
 * the revision of their registration.
 */
export function judgeNumbers(stored: readonly StoredNumber[], acked: readonly AckedNumber[]): string[] {
  const problems: string[] = []
  const registered = stored.filter((one) => one.number !== null)
  const numbers = registered.map((one) => Number(one.number)).sort((a, b) => a - b)
  numbers.forEach((number, place) => {
    if (number !== place + 1 && (place === 0 || numbers[place - 1] === place))
      problems.push(`the numbers are not 1 to ${numbers.length}: number ${place + 1} is ${number}`)
  })
  const byLetter = new Map(registered.map((one) => [one.letter, one]))
  if (byLetter.size !== registered.length) problems.push('a letter is registered twice')
  for (const { letter, number } of acked) {
    const found = byLetter.get(letter)?.number
    if (found !== number)
      problems.push(`letter ${letter} was given the number ${number}, but it has ${found ?? 'none'}`)
  }
  for (const { letter, number, rev, revisions } of stored) {
    const expected = number === null ? '1' : '2'
    if (rev !== expected || String(revisions) !== expected)
      problems.push(
        `letter ${letter} with the number ${number ?? 'none'} is at revision ${rev} with ${revisions} in its history`,
      )
  }
  return problems
}
