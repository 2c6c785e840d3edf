import { fileURLToPath } from 'node:url'
import { systemCaller } from '../../src/people/index.ts'
import { type Scene, startScene } from '../contract/matrix/scene.ts'
import type { Everything } from '../everything.ts'
import { type Coverage, createCoverage } from './coverage.ts'
import { type Endpoint, endpointsOf } from './endpoints.ts'
import { createExampleDrafts, type ExampleDrafts } from './examples.ts'
import type { Known } from './known.ts'
import { makeKnown } from './make-known.ts'

/**
 * A server with the solution of the access matrix and `test/solutions/everything`, and the data that the fuzzer needs.
 */
export interface Fuzzed extends Scene, Everything {
  readonly known: Known
  readonly endpoints: readonly Endpoint[]
  readonly drafts: ExampleDrafts
  readonly coverage: Coverage
}

const everything = fileURLToPath(new URL('../solutions/everything', import.meta.url))

export async function startFuzzed(): Promise<Fuzzed> {
  const scene = await startScene({ LOG_LEVEL: 'silent' })
  const { id: userId } = scene.actors.administrator
  await scene.platform.context.apps.solutions.applyFolder(systemCaller(userId), everything)
  const endpoints = endpointsOf((await scene.call('GET', '/openapi.json')).body)
  return {
    ...scene,
    userId,
    known: await makeKnown(scene.call, userId),
    endpoints,
    drafts: createExampleDrafts(scene),
    coverage: createCoverage(endpoints),
  }
}
