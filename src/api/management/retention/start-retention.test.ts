import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused, aUser } from '../../../../test/everything.ts'
import type { TestPlatform } from '../../../../test/platform.ts'
import { sql } from '../../../foundation/db/sql.ts'
import {
  age,
  anInstance,
  anOldInstance,
  complete,
  downloaded,
  exportsOf,
  removeDue,
  rowsOf,
  startOffice,
} from './retention.fixture.ts'

describe('the removal of ended instances', () => {
  let office: TestPlatform
  before(async () => {
    office = await startOffice()
  })
  after(() => office[Symbol.asyncDispose]())

  const remaining = (instance: string) => rowsOf(office, [instance])
  const got = (instance: string) => office.call('GET', `/pub/v1/bpm/instance/${instance}/get`)

  it('exports an instance with its context, history and tasks, removes it, and proves both in the audit log', async () => {
    const old = await anOldInstance(office, 'note', { note: 'the first' })
    const young = await anInstance(office, 'note')
    await complete(office, young)
    const { state, total, processed, failed, result } = await removeDue(office)
    assert.deepEqual([state, total, processed, failed, result.removed], ['done', 1, 1, 0, 1])
    assert.equal(await remaining(old), 0)
    assert.ok((await remaining(young)) > 0)
    assert.equal((await got(old)).status, 404)

    const [made] = await exportsOf(office.call)
    const { kind, process, keepDays, units, first, last, sha256, bytes } = made
    assert.deepEqual([kind, process, keepDays, units, first, last], ['instances', 'office.note', 30, 1, old, old])
    const file = await downloaded(office, made.id)
    assert.equal(file.bytes.length, bytes)
    assert.equal(createHash('sha256').update(file.bytes).digest('hex'), sha256)
    const [line] = file.lines
    assert.equal(file.lines.length, 1)
    assert.deepEqual([line.type, line.process, line.instance.id], ['instance', 'office.note', old])
    assert.equal(line.instance.context.note, 'the first')
    assert.deepEqual(
      line.history.map(({ rev }: { rev: number }) => rev),
      [1, 2],
    )
    assert.deepEqual(
      line.tasks.map(({ element, state: reached, outcome }: never) => [element, reached, outcome !== null]),
      [['check', 'done', true]],
    )

    const { body } = await office.call('GET', `/api/v1/audit?object=retention:${made.id}`)
    const entry = body.entries.at(-1)
    const { run, lines: _, ...facts } = entry.before
    assert.deepEqual(facts, {
      ...{ kind, process, keepDays, units, first, last, bytes, sha256, rule: 'installation' },
    })
    assert.equal(run, made.run)
  })

  it('leaves running instances, and removes instances that were called together with their callers only', async () => {
    const running = await anInstance(office, 'outer')
    const whole = await anOldInstance(office, 'outer')
    const mixed = await anOldInstance(office, 'outer')
    // The called instance of this tree has ended yesterday.
    await office.platform.database.single.rows(sql`
      update process_instance set ended_at = now() - interval '1 day' where root = ${mixed} and parent is not null`)
    const { result } = await removeDue(office)
    assert.equal(result.removed, 1)
    assert.deepEqual([await remaining(whole)], [0])
    assert.ok((await remaining(running)) > 0 && (await remaining(mixed)) > 0)
    const [made] = await exportsOf(office.call)
    const { lines } = await downloaded(office, made.id)
    assert.deepEqual(lines.map(({ process }) => process).sort(), ['office.note', 'office.outer'])
    await age(office, 'process_instance', mixed, 40)
    assert.equal((await removeDue(office)).result.removed, 1)
    assert.equal(await remaining(mixed), 0)
  })

  it('counts in lists, statistics and metrics only what is left', async () => {
    const list = async () => {
      const answer = await office.call('POST', '/pub/v1/bpm/instance/bytemplate/office/note/list', {})
      assertDone(answer)
      return answer.body.result
    }
    const before = await list()
    await anOldInstance(office, 'note')
    assert.equal((await list()).total, before.total + 1)
    await removeDue(office)
    const after = await list()
    assert.equal(after.total, before.total)
    assert.equal(after.result.length, after.total)
  })

  it('keeps instances that belong to, refer to or hold files of something under a legal hold', async () => {
    const { call } = office
    const element = await call('POST', '/pub/v1/app/office/notes/create', { context: { __name: 'held' } })
    assertDone(element)
    const held = element.body.item.__id
    const about = await anOldInstance(office, 'note', { about: { seen: [held.toUpperCase()] } })
    const free = await anOldInstance(office, 'note', { note: 'free' })
    const own = await anOldInstance(office, 'note')
    await office.platform.database.single.rows(sql`
      update process_instance set item = ${held}, item_app = (select app from element where id = ${held}) where id = ${own}`)
    const placed = await call('POST', '/api/v1/holds', {
      namespace: 'office',
      code: 'notes',
      id: held,
      reason: 'case 7',
    })
    assertDone(placed)
    const job = await removeDue(office)
    assert.deepEqual([job.state, job.total, job.failed, job.result], ['done', 3, 0, { removed: 1, kept: 2 }])
    assert.equal(await remaining(free), 0)
    assert.ok((await remaining(about)) > 0 && (await remaining(own)) > 0)
    for (const made of await exportsOf(call)) {
      const { lines } = await downloaded(office, made.id)
      assert.ok(lines.every(({ instance }) => instance?.id !== about && instance?.id !== own))
    }
    assertDone(await call('POST', `/api/v1/holds/${placed.body.hold.id}/lift`, { reason: 'settled' }))
    assert.equal((await removeDue(office)).result.removed, 2)
    assert.deepEqual([await remaining(about), await remaining(own)], [0, 0])
  })

  it('is started, seen, cancelled and downloaded by administrators only', async () => {
    const { call } = await aUser(office, { login: 'plain' })
    const job = await removeDue(office)
    const [made] = await exportsOf(office.call)
    const forbidden = [
      ['GET', '/api/v1/retention'],
      ['POST', '/api/v1/retention/runs'],
      ['GET', '/api/v1/retention/exports'],
      ['GET', `/api/v1/retention/exports/${made.id}/download`],
    ] as const
    for (const [method, path] of forbidden) assert.equal((await call(method, path)).status, 403, path)
    assertRefused(await call('GET', `/api/v1/jobs/${job.id}`), 404, 'job.not_found', /not found/)
    assertRefused(await call('POST', `/api/v1/jobs/${job.id}/cancel`), 404, 'job.not_found', /not found/)
    assert.deepEqual((await call('GET', '/api/v1/jobs')).body.jobs, [])
    const all = (await office.call('GET', '/api/v1/jobs')).body.jobs
    assert.ok(all.some(({ id, kind }: { id: string; kind: string }) => id === job.id && kind === 'retention'))
    assertRefused(await office.call('POST', `/api/v1/jobs/${job.id}/cancel`), 409, 'job.ended', /ended/)
  })
})
