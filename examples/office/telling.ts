import { isDeepStrictEqual } from 'node:util'

/** One step of the story, in a sentence with what came back. */
export function tell(sentence: string): void {
  console.log(`  ${sentence}`)
}

/** Ends the story when something is not as it was told. */
export function expect(what: string, actual: unknown, expected: unknown): void {
  if (isDeepStrictEqual(actual, expected)) return
  throw new Error(`${what}:\n  expected ${JSON.stringify(expected)}\n  actual   ${JSON.stringify(actual)}`)
}
