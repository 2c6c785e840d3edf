import fc from 'fast-check'
import { assertGoodReader, type Examine } from './examine.ts'
import type { Fuzzed } from './fuzzed.ts'
import type { MakeRequest } from './plans.ts'
import type { Request } from './request.ts'

export interface Found {
  readonly request: Request
  readonly problems: readonly string[]
}

export interface SearchOptions {
  readonly runs: number
  readonly seed: number
  /** Whether a refusal counts as a problem. */
  readonly mustBeDone?: boolean
  /** Maximum time in ms to look for a smaller request after a failing one was found. */
  readonly shrinkMs?: number
}

/**
 * Tries requests until one reveals a problem. Returns the smallest request that still reveals it; undefined when there
 * is none.
 */
export async function search(
  fuzzed: Pick<Fuzzed, 'call'>,
  examine: Examine,
  requests: fc.Arbitrary<MakeRequest>,
  { runs, seed, mustBeDone = false, shrinkMs = 20_000 }: SearchOptions,
): Promise<Found | undefined> {
  const problemsOf = async (request: Request): Promise<readonly string[]> => {
    const { problems, status } = await examine(request)
    return mustBeDone && status !== 200 ? [...problems, `is valid, but was answered with ${status}`] : problems
  }
  let asked = 0
  let smallest: Found | undefined
  let untilMs = Number.POSITIVE_INFINITY
  const property = fc.asyncProperty(requests, async (makeRequest) => {
    if (++asked % 50 === 0) await assertGoodReader(fuzzed)
    // After the time limit every request passes. This ends the shrinking, which could take an hour with a slow bug.
    if (performance.now() > untilMs) return true
    const request = await makeRequest()
    const problems = await problemsOf(request)
    if (problems.length === 0) return true
    if (smallest === undefined) untilMs = performance.now() + shrinkMs
    smallest = { request, problems }
    return false
  })
  const result = await fc.check(property, { numRuns: runs, seed })
  await assertGoodReader(fuzzed)
  if (result.failed && smallest === undefined) throw result.errorInstance
  return smallest
}
