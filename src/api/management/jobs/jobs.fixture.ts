import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { assertDone, parts } from '../../../../test/everything.ts'
import type { Body, Call } from '../../../../test/platform.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { anUpload } from '../../v1/disk/files.fixture.ts'

const pollMs = 20

/** Waits until a job has ended, and returns it. */
export async function ended(call: Call, id: string): Promise<Body> {
  for (;;) {
    const answer = await call('GET', `/api/v1/jobs/${id}`)
    assertDone(answer)
    if (!['queued', 'running'].includes(answer.body.state)) return answer.body
    await wait(pollMs)
  }
}

/**
 * Imports `count` elements of `parts` that share a new code. Returns the code and the filter that selects the elements.
 */
export async function manyParts(call: Call, count: number): Promise<{ code: string; filter: Body }> {
  const code = newId()
  const rows = Array.from({ length: count }, (_, index) => `part ${index};${code};${index}\n`)
  const fileHash = await anUpload(call, `__name;code;weight\n${rows.join('')}`, 'parts.csv')
  for (;;) {
    const started = await call('POST', `${parts}/import`, { fileHash })
    if (started.status === 200) {
      const { state, processed } = await ended(call, started.body.importId)
      assert.deepEqual([state, processed], ['done', count])
      return { code, filter: { tf: { code } } }
    }
    await wait(pollMs)
  }
}
