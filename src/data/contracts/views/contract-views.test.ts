import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused, made } from '../../../../test/everything.ts'
import { startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'
import {
  applied,
  deals,
  documentsFile,
  type Files,
  letters,
  oneOfEach,
  postFiles,
  sent,
} from '../../../api/v1/contracts/contracts.fixture.ts'
import { sql } from '../../../foundation/db/sql.ts'

const path = 'namespaces/post/contracts/documents.yaml'

describe('the view of a contract', () => {
  let started: TestPlatform
  before(async () => {
    started = await startEmptyPlatform()
    await applied(started.call, postFiles)
    await oneOfEach(started.call, ['B-1', 'C-1', 'A-1'])
  })
  after(() => started[Symbol.asyncDispose]())

  const single = () => started.platform.database.single
  const rows = async (): Promise<unknown[][]> =>
    (
      await started.platform.database.reader.rows(sql`
        select application, status, number, date, kind, sheets from bi.post_documents order by number`)
    ).map((row) => Object.values(row))
  const objectId = async (): Promise<string> =>
    (await single().row<{ id: string }>(sql`select to_regclass('bi.post_documents')::oid::text as id`))!.id

  it('has the live elements of all applications with typed columns', async () => {
    await made(started.call, deals, { code: 'X', __deletedAt: '2026-01-01T00:00:00Z' })
    assert.deepEqual(await rows(), [
      ['law.deals', 'registered', 'A-1', '2026-06-01', 'deal', '20'],
      ['post.letters', 'draft', 'B-1', '2026-05-01', 'letter', '3'],
      ['post.orders', null, 'C-1', '2026-04-01', 'order', '1'],
    ])
    const columns = await single().rows<{ column: string }>(sql`
      select attname || ' ' || format_type(atttypid, atttypmod) as column from pg_attribute
      where attrelid = to_regclass('bi.post_documents') and attnum > 0 order by attnum`)
    assert.deepEqual(
      columns.map(({ column }) => column),
      [
        'application text',
        'id uuid',
        'name text',
        'index bigint',
        'status text',
        'directory uuid',
        'external_id text',
        'created_at timestamp with time zone',
        'created_by uuid',
        'updated_at timestamp with time zone',
        'updated_by uuid',
        'number text',
        'date date',
        'kind text',
        'sheets bigint',
        'author uuid[]',
      ],
    )
  })

  it('follows the definitions of the contract and of its applications', async () => {
    const where = "[number] in ('B-1', 'B-2') and [__status] in (1, 2)"
    const filtered = documentsFile.replace(
      'application: post.letters\n',
      `application: post.letters\n    where: "${where}"\n`,
    )
    await applied(started.call, { ...postFiles, [path]: filtered })
    await made(started.call, letters, { number: 'B-3', received: '2026-01-01' })
    assert.equal((await rows()).length, 3)
    const renamed = postFiles['namespaces/law/apps/deals.yaml']!.replace('code: registered', 'code: signed')
    const before = await objectId()
    await applied(started.call, { ...postFiles, 'namespaces/law/apps/deals.yaml': renamed })
    assert.notEqual(await objectId(), before)
    assert.deepEqual(
      (await rows()).map(([application, status, number]) => [application, status, number]),
      [
        // The status of the deal was removed, so its code is not known any more.
        ['law.deals', null, 'A-1'],
        ['post.letters', 'draft', 'B-1'],
        ['post.letters', 'draft', 'B-3'],
        ['post.orders', null, 'C-1'],
      ],
    )
  })

  it('stays as it is when a change does not concern it, and stops a change while something else reads it', async () => {
    await applied(started.call, postFiles)
    const before = await objectId()
    await single().rows(sql`create view public.own_report as select number from bi.post_documents`)
    const orders = 'namespaces/post/apps/orders.yaml'
    const more: Files = { ...postFiles, [orders]: `${postFiles[orders]}  - { code: note, type: string }\n` }
    await applied(started.call, more)
    assert.equal(await objectId(), before)
    const fewer = documentsFile.replace(/ {2}- \{ code: author.*\n/, '').replaceAll(/, author: \w+/g, '')
    const stopped = await sent(started.call, 'apply', { ...more, [path]: fewer })
    assertRefused(stopped, 400, 'definition.view_in_use', /bi\.post_documents has to change, but own_report reads it/)
    await single().rows(sql`drop view public.own_report`)
    assertDone(await sent(started.call, 'apply', { ...more, [path]: fewer }))
  })

  it('is removed with the contract', async () => {
    const { [path]: _, ...files } = postFiles
    await applied(started.call, files)
    const found = await single().row<{ view: string | null }>(
      sql`select to_regclass('bi.post_documents')::text as view`,
    )
    assert.equal(found!.view, null)
  })
})
