import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { assertDone, changed, made, parts, startEverything, things } from '../../../test/everything.ts'
import { anUpload } from '../../api/v1/disk/files.fixture.ts'
import { sql } from '../../foundation/db/sql.ts'
import type { ChangeListener, ElementEvent } from './event.ts'

const started = await startEverything()
after(() => started[Symbol.asyncDispose]())
const { call, platform } = started
const { database } = platform

const seen: ElementEvent[] = []
let refuse = false
const listener: ChangeListener = async (tx, happened) => {
  seen.push(...happened)
  for (const { id, rev } of happened) await tx.rows(sql`insert into heard values (${id}, ${rev})`)
  if (refuse) throw new Error('the listener refused')
}
await database.single.rows(sql`create table heard (id uuid, rev bigint)`)
platform.context.apps.events.listen(listener)

const heard = (id: string) =>
  database.reader.rows<{ rev: string }>(sql`select rev from heard where id = ${id} order by rev`)

describe('listeners run in the transaction of the action', () => {
  it('receive every kind of change of an element', async () => {
    const hash = await anUpload(call, 'one')
    const { __id, files } = await made(call, things, { title: 'a', files: [{ name: 'a.txt', hash }] })
    await changed(call, things, __id, { title: 'b' })
    assertDone(await call('POST', `${things}/${__id}/set-status`, { status: { code: 'review' } }))
    assertDone(await call('POST', `/api/v1/files/${files[0]}/versions`, { hash: await anUpload(call, 'two') }))
    const kinds = seen.filter(({ id }) => id === __id).map(({ kind, rev }) => `${rev} ${kind}`)
    assert.deepEqual(kinds, ['1 created', '2 updated', '3 statusChanged', '3 fileVersionAdded'])
    assert.deepEqual(
      (await heard(__id)).map(({ rev }) => rev),
      ['1', '2', '3', '3'],
    )
  })

  it('undo the change when they throw', async () => {
    const { __id } = await made(call, parts, { code: 'kept' })
    refuse = true
    try {
      const answer = await call('POST', `${parts}/${__id}/update`, { context: { code: 'lost' } })
      assert.equal(answer.status, 500)
    } finally {
      refuse = false
    }
    const { body } = await call('GET', `${parts}/${__id}/get`)
    assert.equal(body.item.code, 'kept')
    assert.deepEqual(
      (await heard(__id)).map(({ rev }) => rev),
      ['1'],
    )
  })

  it('receive a batch of an import with all of its elements', async () => {
    const before = seen.length
    const fileHash = await anUpload(call, 'code\n1\n2\n3\n', 'parts.csv')
    const { body } = await call('POST', `${parts}/import`, { fileHash })
    for (;;) {
      const { status } = (await call('POST', `${parts}/import/status`, { importId: body.importId })).body
      if (status.state !== 'running') break
    }
    const happened = seen.slice(before)
    assert.deepEqual(
      happened.map(({ kind, rev, isPublished }) => [kind, rev, isPublished]),
      Array.from({ length: 3 }, () => ['created', '1', false]),
    )
  })
})
