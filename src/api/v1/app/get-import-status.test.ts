import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import {
  assertDone,
  assertRefused,
  aUser,
  type Everything,
  parts,
  startEverything,
  things,
} from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { anUpload } from '../disk/files.fixture.ts'

let started: Everything
before(async () => {
  started = await startEverything()
})
after(() => started[Symbol.asyncDispose]())

const statusOf = (application: string, body?: object, by = started.call) =>
  by('POST', `${application}/import/status`, body)

async function imported(content: string): Promise<Body> {
  const fileHash = await anUpload(started.call, content, 'parts.csv')
  const answer = await started.call('POST', `${parts}/import`, { fileHash })
  assertDone(answer)
  const { importId } = answer.body
  for (;;) {
    const { body } = await statusOf(parts, { importId })
    if (body.status.state !== 'running') return body.status
    await wait(20)
  }
}

describe('the status of an import', () => {
  it('is that of the latest import of the application when no id is given', async () => {
    const before = await statusOf(parts)
    assertDone(before)
    assert.deepEqual([before.body.status.state, before.body.status.importId], ['none', null])
    const first = await imported('code\n1\n')
    const second = await imported('code\n2\n3\n')
    assert.notEqual(second.importId, first.importId)
    const latest = await statusOf(parts)
    assert.deepEqual(latest.body.status, second)
    assert.equal(latest.body.status.created, 2)
    const byId = await statusOf(parts, { importId: first.importId })
    assert.deepEqual(byId.body.status, first)
  })

  it('shows other users the progress of the latest import and nothing from its file', async () => {
    const own = await imported('code;weight\n4;heavy\n')
    assert.equal(own.errors.length, 1)
    const anna = await aUser(started, { login: 'anna' })
    const { body } = await statusOf(parts, {}, anna.call)
    const { state, processed, failed, errors, importId, reportUrl } = body.status
    assert.deepEqual(
      { state, processed, failed, errors, importId, reportUrl },
      { state: 'done', processed: 1, failed: 1, errors: [], importId: null, reportUrl: null },
    )
    assertRefused(await statusOf(parts, { importId: own.importId }, anna.call), 404, 'import.not_found', /not found/)
  })

  it('is 404 for an id of another application, an unknown id and a built-in application', async () => {
    const { importId } = await imported('code\n5\n')
    assertRefused(await statusOf(things, { importId }), 404, 'import.not_found', /does not belong to this application/)
    assertRefused(await statusOf(parts, { importId: newId() }), 404, 'import.not_found', /not found/)
    assertRefused(await statusOf(parts, { importId: 'x' }), 400, 'input.wrong', /importId/)
    assertRefused(await statusOf('/pub/v1/app/_system_catalogs/_users'), 400, 'application.read_only', /built in/)
  })
})
