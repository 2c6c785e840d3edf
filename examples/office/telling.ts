import { isDeepStrictEqual } from 'node:util'

/** Prints one step of the story as a sentence. */
export function tell(sentence: string): void {
  console.log(`  ${sentence}`)
}

/** Ends the story with an error when a result differs from the expected one. */
export function expect(what: string, actual: unknown, expected: unknown): void {
  if (isDeepStrictEqual(actual, expected)) return
  throw new Error(`${what}:\n  expected ${JSON.stringify(expected)}\n  actual   ${JSON.stringify(actual)}`)
}
