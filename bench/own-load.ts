import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Load, LoadResult, RunLoad } from './load.ts'

/** Runs a load with our own generator, for machines without wrk. */
export const runOwnLoad: RunLoad = async (load) => (await countOwnLoad(load)).perSecond

/** Runs a load like `runOwnLoad`, and counts the answers. */
export async function countOwnLoad(load: Load): Promise<LoadResult> {
  const child = fork(fileURLToPath(new URL('generator.ts', import.meta.url)))
  const answer = once(child, 'message')
  const exit = once(child, 'exit')
  child.send(load)
  const [result] = await Promise.race([answer, exit.then(() => [{ failure: 'the generator ended early' }])])
  await exit
  if (result.failure !== undefined) throw new Error(`requests failed: ${result.failure}`)
  return result
}
