import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import {
  assertDone,
  assertRefused,
  aUser,
  type Everything,
  listed,
  parts,
  startEverything,
} from '../../../../test/everything.ts'
import type { Body, Call } from '../../../../test/platform.ts'

let started: Everything
before(async () => {
  started = await startEverything()
})
after(() => started[Symbol.asyncDispose]())

async function upload(call: Call, content: string): Promise<string> {
  const hash = randomUUID()
  const form = new FormData()
  form.append('file', new Blob([content]), 'parts.csv')
  assertDone(await call('POST', `/pub/v1/disk/file/upload?hash=${hash}`, form))
  return hash
}

async function ended(call: Call, application: string, body: unknown = undefined): Promise<Body> {
  for (;;) {
    const answer = await call('POST', `${application}/import/status`, body)
    assertDone(answer)
    if (answer.body.status.state !== 'running') return answer.body.status
    await wait(20)
  }
}

async function imported(content: string, options: object = {}): Promise<Body> {
  const fileHash = await upload(started.call, content)
  const answer = await started.call('POST', `${parts}/import`, { fileHash, ...options })
  assertDone(answer)
  return ended(started.call, parts, { importId: answer.body.importId })
}

describe('importing elements', () => {
  it('has no status before the first import', async () => {
    const { body } = await started.call('POST', `${parts}/import/status`)
    assert.deepEqual([body.status.state, body.status.total, body.status.errors], ['none', 0, []])
  })

  it('refuses a dry run that is not a boolean', async () => {
    const fileHash = await upload(started.call, 'code\ndry\n')
    for (const dryRun of [null, 'true', 1, []]) {
      const refused = await started.call('POST', `${parts}/import`, { fileHash, dryRun })
      assertRefused(refused, 400, 'input.wrong', /"dryRun" must be a boolean/)
    }
  })

  it('needs only documented options: a hash, a format with or without a dot, and an empty body for the status', async () => {
    for (const format of ['csv', '.csv', undefined]) {
      const fileHash = await upload(started.call, `code;__externalId\n007;${format ?? 'x'}\n`)
      assertDone(await started.call('POST', `${parts}/import`, { fileHash, format, withEventHandlers: false }))
      const status = await ended(started.call, parts)
      assert.deepEqual([status.state, status.created, status.failed], ['done', 1, 0])
      assert.match(status.finishedAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    }
    const { total } = await listed(started.call, parts, { filter: { tf: { code: '007' } } })
    assert.equal(total, 3)
  })

  it('refuses a missing hash, a hash of another user, and invalid options', async () => {
    const post = (body: object) => started.call('POST', `${parts}/import`, body)
    const anna = await aUser(started, { login: 'anna' })
    const foreign = await upload(anna.call, 'code\n1\n')
    assertRefused(await post({}), 400, 'import.file_missing', /"fileHash" is missing/)
    assertRefused(await post({ fileHash: foreign }), 400, 'import.file_missing', /no complete upload of yours/)
    assertRefused(
      await post({ fileHash: foreign, mode: 'merge' }),
      400,
      'input.wrong',
      /"mode" must be one of create, update, upsert/,
    )
    assertRefused(await post({ fileHash: foreign, mode: 'upsert' }), 400, 'import.wrong_option', /no unique key/)
    assertRefused(await post({ fileHash: foreign, key: ['cod'] }), 400, 'import.wrong_option', /did you mean "code"/)
    assertRefused(await post({ fileHash: foreign, dryrun: true }), 400, 'import.wrong_option', /did you mean "dryRun"/)
    const elsewhere = await started.call('POST', '/pub/v1/app/all/part/import', { fileHash: foreign })
    assertRefused(elsewhere, 404, 'application.not_found', /did you mean "all.parts"/)
  })

  it('lists failures by row and column, and offers a report', async () => {
    const status = await imported('code,weight,colour\n1,heavy,red\n2,"2,5",\n')
    assert.deepEqual([status.created, status.failed, status.ignoredColumns], [1, 1, ['colour']])
    assert.deepEqual([status.errors[0].row, status.errors[0].column, status.errors[0].value], [2, 'weight', 'heavy'])
    const report = await started.call('GET', status.reportUrl)
    assert.equal(report.headers.get('content-type'), 'text/csv; charset=utf-8')
    assert.match(report.headers.get('content-disposition')!, /^attachment; filename="import-.*\.csv"$/)
    assert.match(report.body, /^code;weight;colour;__row;__result;__id;__error\r\n1;heavy;red;2;failed;;/)
    const failed = await started.call('GET', `${status.reportUrl}?result=failed`)
    assert.equal(failed.body.split('\r\n').length, 3)
    const wrong = await started.call('GET', `${status.reportUrl}?result=best`)
    assertRefused(wrong, 400, 'input.wrong', /"result" must be one of/)
  })

  it('can be undone as a whole, once', async () => {
    const status = await imported('code\nundo-1\nundo-2\n')
    const path = `/api/v1/imports/${status.importId}`
    const undone = await started.call('POST', `${path}/undo`)
    assert.deepEqual([undone.status, undone.body.undone, undone.body.kept], [200, 2, []])
    assertRefused(await started.call('POST', `${path}/undo`), 400, 'import.not_undoable', /already been undone/)
    const { body } = await started.call('GET', path)
    assert.deepEqual(
      [body.status.state, body.status.application, body.status.options.mode],
      ['undone', 'all.parts', 'create'],
    )
    const { total } = await listed(started.call, parts, { active: true, filter: { tf: { code: 'undo-1' } } })
    assert.equal(total, 0)
  })

  it('is not visible to other users, nor found by invalid ids', async () => {
    const { importId } = await imported('code\n1\n')
    const boris = await aUser(started, { login: 'boris' })
    const paths = [`/api/v1/imports/${importId}`, `/api/v1/imports/${importId}/report`, '/api/v1/imports/none']
    for (const path of paths)
      assertRefused(await boris.call('GET', path), 404, 'import.not_found', /import .* not found/)
    assertRefused(await boris.call('POST', `/api/v1/imports/${importId}/undo`), 404, 'import.not_found', /not found/)
  })
})
