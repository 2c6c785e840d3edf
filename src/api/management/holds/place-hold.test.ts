import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { upload } from '../../../../test/contract/matrix/imports.ts'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Transaction } from '../../../foundation/db/database.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { systemCaller } from '../../../people/index.ts'
import { aLetter, bodyOf, caseWith, letters, registrations, useLetterbox } from '../registrations/letters.fixture.ts'

const server = useLetterbox()
const holds = '/api/v1/holds'
const place = async (target: object) => {
  const answer = await server.call('POST', holds, { ...target, reason: 'court case 17' })
  assertDone(answer)
  return answer.body.hold
}
const heldLetter = async () => {
  const hash = await upload(server.call)
  const letter = await aLetter(server.call, { scan: [{ hash, name: 'scan.csv' }] }, 'strict')
  const { id: caseId } = await caseWith(server.call)
  assertDone(await server.call('POST', registrations, bodyOf(letter, caseId, {}, 'strict')))
  return { letter, caseId, file: letter.scan[0] as string }
}

it('keeps an element registered in a held case from being deleted by anyone, until the hold is lifted', async () => {
  const { letter, caseId } = await heldLetter()
  const hold = await place({ caseId })
  const remove = () =>
    server.call('POST', `${letters('strict')}/${letter.__id}/update`, {
      context: { __deletedAt: new Date().toISOString() },
    })
  assertRefused(await remove(), 409, 'record.on_hold', /under a legal hold/)
  const { platform, userId } = server.running()
  const address = { namespace: 'letterbox', code: 'strict', id: letter.__id }
  const asProcess = platform.database.transaction((tx) =>
    platform.context.apps.elements.in(tx).delete(systemCaller(userId), address),
  )
  await assert.rejects(asProcess, { code: 'record.on_hold' })
  await assert.rejects(platform.database.single.rows(sql`delete from element where id = ${letter.__id}`), {
    code: 'record.on_hold',
  })
  assertDone(await server.call('POST', `${holds}/${hold.id}/lift`, { reason: 'settled' }))
  assertDone(await remove())
})

it('keeps the files of an element: in their directory, in the recycle bin, in the field and in their versions', async () => {
  const { letter, file } = await heldLetter()
  const binned = (await heldLetter()).file
  assertDone(await server.call('PATCH', '/pub/v1/disk/files/deleted', { fileIds: [binned] }))
  const { rows } = {
    rows: await server
      .running()
      .platform.database.reader.rows<{ element: string }>(sql`select element from file_use where file = ${binned}`),
  }
  await place({ namespace: 'letterbox', code: 'strict', id: letter.__id })
  await place({ namespace: 'letterbox', code: 'strict', id: rows[0]!.element })
  const deleted = await server.call('PATCH', '/pub/v1/disk/files/deleted', { fileIds: [file] })
  assert.equal(deleted.status, 422)
  assert.match(deleted.body.items[0].error, /under a legal hold/)
  const purged = await server.call('POST', '/api/v1/files/purge', { fileIds: [binned] })
  assert.equal(purged.status, 422)
  assert.match(purged.body.items[0].error, /under a legal hold/)
  const taken = await server.call('POST', `${letters('strict')}/${letter.__id}/update`, { context: { scan: null } })
  assertRefused(taken, 409, 'record.on_hold', /files cannot be taken away/)
  const version = server.running().platform.database.single.rows(sql`delete from file_version where file = ${file}`)
  await assert.rejects(version, { code: 'record.on_hold' })
})

it('lets a held element change', async () => {
  const letter = await aLetter(server.call)
  await place({ namespace: 'letterbox', code: 'plain', id: letter.__id })
  assertDone(await server.call('POST', `${letters()}/${letter.__id}/update`, { context: { subject: 'another' } }))
})

it('is refused for nothing, for two things and for what does not exist', async () => {
  const attempt = (body: object) => server.call('POST', holds, { reason: 'a', ...body })
  assertRefused(await attempt({}), 400, 'hold.wrong_target', /either/)
  const { id: caseId } = await caseWith(server.call)
  const both = { caseId, namespace: 'letterbox', code: 'plain', id: newId() }
  assertRefused(await attempt(both), 400, 'hold.wrong_target', /either/)
  assertRefused(await attempt({ caseId: newId() }), 404, 'nomenclature.not_found', /case/)
  assertRefused(
    await attempt({ namespace: 'letterbox', code: 'plain', id: newId() }),
    404,
    'element.not_found',
    /not found/,
  )
})

it('fails the row of an import that touches a held element, and the other rows are written', async () => {
  const scan = [{ hash: await upload(server.call), name: 'scan.csv' }]
  const letter = await aLetter(server.call, { scan })
  await place({ namespace: 'letterbox', code: 'plain', id: letter.__id })
  const others = [await aLetter(server.call), await aLetter(server.call)]
  const hash = newId()
  const form = new FormData()
  const rows = [others[0]!, letter, others[1]!].map(({ __id }) => `${__id};changed;NA`)
  form.append('file', new Blob([`__id;kind;scan\n${rows.join('\n').replaceAll('changed', 'B')}\n`]), 'letters.csv')
  assertDone(await server.call('POST', `/pub/v1/disk/file/upload?hash=${hash}`, form))
  const options = { fileHash: hash, mode: 'update', key: ['__id'] }
  const started = await server.call('POST', `${letters()}/import`, options)
  assertDone(started)
  const status = async () => {
    for (;;) {
      const { body } = await server.call('POST', `${letters()}/import/status`, started.body)
      if (body.status.state !== 'running') return body.status
    }
  }
  const { state, updated, failed, errors } = await status()
  assert.deepEqual([state, updated, failed], ['done', 2, 1])
  assert.deepEqual([errors[0].row, errors[0].code], [3, 'record.on_hold'])
  const kept = (await server.call('GET', `${letters()}/${letter.__id}/get`)).body.item
  assert.deepEqual([kept.scan, kept.kind], [letter.scan, null])
})

describe('a hold and a deletion at the same time', () => {
  it('wait for each other: the hold for an uncommitted deletion, the deletion for an uncommitted hold', async (test) => {
    const { database } = server.running().platform
    if (database.kind === 'embedded') return test.skip('the embedded database runs one transaction at a time')
    const [first, second] = [(await heldLetter()).letter.__id, (await heldLetter()).letter.__id]
    const bothOf = (id: string) => ({ namespace: 'letterbox', code: 'strict', id })
    const placed = await database.transaction(async (tx) => {
      await tx.rows(sql`update element set deleted_at = now() where id = ${first}`)
      const placing = place(bothOf(first))
      await somebodyWaits(tx)
      return { placing }
    })
    await placed.placing
    const deleted = await database.transaction(async (tx) => {
      await tx.rows(sql`
        insert into legal_hold (id, app, element, reason, placed_at, placed_by)
        select ${newId()}::uuid, app, id, 'court case 18', now(), created_by from element where id = ${second}`)
      const deletion = server.call('POST', `${letters('strict')}/${second}/update`, {
        context: { __deletedAt: new Date().toISOString() },
      })
      await somebodyWaits(tx)
      return { deletion }
    })
    assertRefused(await deleted.deletion, 409, 'record.on_hold', /under a legal hold/)
  })

  it('wait for each other when only the file is deleted', async (test) => {
    const { database } = server.running().platform
    if (database.kind === 'embedded') return test.skip('the embedded database runs one transaction at a time')
    const { letter, file, caseId } = await heldLetter()
    const placed = await database.transaction(async (tx) => {
      await tx.rows(sql`update file set deleted_at = now() where id = ${file}`)
      const placing = place({ caseId })
      await somebodyWaits(tx)
      return { placing }
    })
    await placed.placing
    const taken = await server.call('POST', `${letters('strict')}/${letter.__id}/update`, { context: { scan: null } })
    assertRefused(taken, 409, 'record.on_hold', /files cannot be taken away/)
  })

  it('wait for each other when an empty case is deleted', async (test) => {
    const { database } = server.running().platform
    if (database.kind === 'embedded') return test.skip('the embedded database runs one transaction at a time')
    const { id: caseId } = await caseWith(server.call)
    const placed = await database.transaction(async (tx) => {
      await tx.rows(sql`update nomenclature_case set deleted_at = now() where id = ${caseId}`)
      const placing = server.call('POST', holds, { caseId, reason: 'court case 19' })
      await somebodyWaits(tx)
      return { placing }
    })
    assertRefused(await placed.placing, 404, 'nomenclature.not_found', /not found/)
  })

  /** Waits until a statement waits for the transaction. */
  async function somebodyWaits(tx: Transaction): Promise<void> {
    const untilMs = Date.now() + 60_000
    while (Date.now() < untilMs) {
      const row = await tx.row(sql`
        select from pg_locks where not granted and transactionid = pg_current_xact_id()::xid`)
      if (row !== undefined) return
      await wait(20)
    }
    assert.fail('no statement waits for the lock')
  }
})

it('cannot be got around by SQL statements that move, empty or rewrite', async () => {
  const { letter, file } = await heldLetter()
  await place({ namespace: 'letterbox', code: 'strict', id: letter.__id })
  const { single } = server.running().platform.database
  const statements = [
    sql`update element set app = ${newId()} where id = ${letter.__id}`,
    sql`update element set id = ${newId()} where id = ${letter.__id}`,
    sql`update file_use set file = ${newId()} where file = ${file}`,
    sql`update file_version set no = 77 where file = ${file}`,
    sql`delete from legal_hold where element = ${letter.__id}`,
    sql`update legal_hold set element = ${newId()} where element = ${letter.__id}`,
    sql`truncate file_use`,
    sql`truncate legal_hold`,
    sql`truncate element_default`,
    sql`truncate element cascade`,
  ]
  for (const statement of statements) await assert.rejects(single.rows(statement), { code: 'record.on_hold' })
})
