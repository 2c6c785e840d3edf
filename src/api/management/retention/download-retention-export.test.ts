import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertRefused } from '../../../../test/everything.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { madeBackup } from '../backups/backups.fixture.ts'
import { age, anOldInstance, downloaded, exportsOf, removeDue, startOffice } from './retention.fixture.ts'

it('downloads are recorded, and exports stay when unused bytes are swept, and are part of backups', async () => {
  await using office = await startOffice()
  const { call, platform } = office
  const instance = await anOldInstance(office, 'note')
  await removeDue(office)
  const [made] = await exportsOf(call)
  await platform.database.single.rows(sql`update blob set kept_at = kept_at - interval '2 days'`)
  await platform.context.files.sweep()
  const { lines } = await downloaded(office, made.id)
  assert.equal(lines[0].instance.id, instance)
  const backup = await madeBackup(call)
  assert.deepEqual([backup.files, backup.missingFiles], [1, 0])
  const { body } = await call('GET', `/api/v1/audit?object=retention:${made.id}`)
  assert.deepEqual(
    [body.entries[0].operation, body.entries[0].after],
    ['downloadRetentionExport', { downloaded: true }],
  )
  assertRefused(
    await call('GET', `/api/v1/retention/exports/${newId()}/download`),
    404,
    'retention.export_not_found',
    /not found/,
  )
})

it('imports are removed with their rows, unless they have written an element under a legal hold', async () => {
  await using office = await startOffice()
  const { call, platform } = office
  const imports = [newId(), newId()]
  const [plain, held] = imports as [string, string]
  const element = await call('POST', '/pub/v1/app/office/notes/create', { context: { __name: 'held' } })
  const heldId = element.body.item.__id
  const row = await platform.database.reader.row<{ app: string }>(sql`select app from element where id = ${heldId}`)
  for (const id of imports) {
    await platform.database.single.rows(sql`
      insert into import (app, id, namespace, code, user_id, state, file, options, total, processed, created_at, finished_at)
      values (${row!.app}, ${id}, 'office', 'notes', ${newId()}, 'done', '{"name": "notes.csv"}', '{}', 2, 2, now(), now())`)
    await platform.database.single.rows(sql`
      insert into import_row (app, import, row_no, result, element)
      values (${row!.app}, ${id}, 2, 'created', ${id === held ? heldId : newId()}), (${row!.app}, ${id}, 3, 'failed', null)`)
    await age(office, 'import', id, 40)
  }
  assert.equal(
    (await call('POST', '/api/v1/holds', { namespace: 'office', code: 'notes', id: heldId, reason: 'case' })).status,
    200,
  )
  const job = await removeDue(office)
  assert.deepEqual([job.state, job.total, job.result], ['done', 2, { removed: 1, kept: 1 }])
  const left = await platform.database.reader.rows(sql`
    select i.id::text, (select count(*)::int from import_row r where r.import = i.id) as rows from import i`)
  assert.deepEqual(left, [{ id: held, rows: 2 }])
  const orphans = await platform.database.reader.rows(sql`select from import_row where import = ${plain}`)
  assert.equal(orphans.length, 0)
  const [made] = await exportsOf(call)
  assert.deepEqual([made.kind, made.process, made.lines, made.first], ['imports', null, 3, plain])
  const { lines } = await downloaded(office, made.id)
  assert.deepEqual(
    lines.map(({ type, import: head, row: line }) => [type, head?.id ?? line.row_no]),
    [
      ['import', plain],
      ['importRow', 2],
      ['importRow', 3],
    ],
  )
  assertRefused(await call('GET', `/api/v1/imports/${plain}`), 404, 'import.not_found', /not found/)
})
