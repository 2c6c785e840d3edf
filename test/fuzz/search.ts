import fc from 'fast-check'
import type { Everything } from '../everything.ts'
import { type Draft, draftsOf } from './drafts.ts'
import { endpointsOf } from './endpoints.ts'
import { assertGoodReader, type Examine } from './examine.ts'
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
  /** Milliseconds to look for a smaller request after a failing one was found. */
  readonly shrinkMs?: number
}

/** Generates valid requests for every operation in the server's OpenAPI document. */
export async function documentedDrafts({ call }: Everything): Promise<fc.Arbitrary<Draft>> {
  const { body } = await call('GET', '/openapi.json')
  return draftsOf(endpointsOf(body))
}

/**
 * Tries requests until one reveals a problem. Returns the smallest request that still reveals it; undefined when there
 * is none.
 */
export async function search(
  started: Everything,
  examine: Examine,
  requests: fc.Arbitrary<Request>,
  { runs, seed, mustBeDone = false, shrinkMs = 20_000 }: SearchOptions,
): Promise<Found | undefined> {
  const problemsOf = async (request: Request): Promise<readonly string[]> => {
    const { problems, status } = await examine(request)
    return mustBeDone && status !== 200 ? [...problems, `is valid, but was answered with ${status}`] : problems
  }
  let asked = 0
  let smallest: Found | undefined
  let untilMs = Number.POSITIVE_INFINITY
  const property = fc.asyncProperty(requests, async (request) => {
    if (++asked % 50 === 0) await assertGoodReader(started)
    // After the time limit every request passes, which ends the shrinking; with a slow bug it could take an hour.
    if (performance.now() > untilMs) return true
    const problems = await problemsOf(request)
    if (problems.length === 0) return true
    if (smallest === undefined) untilMs = performance.now() + shrinkMs
    smallest = { request, problems }
    return false
  })
  const result = await fc.check(property, { numRuns: runs, seed })
  await assertGoodReader(started)
  if (result.failed && smallest === undefined) throw result.errorInstance
  return smallest
}
