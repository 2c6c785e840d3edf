import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { assertDone, changed, item, made, parts, startEverything, things } from '../../../test/everything.ts'
import type { Body } from '../../../test/platform.ts'
import { anUpload } from '../../api/v1/disk/files.fixture.ts'
import { sql } from '../../foundation/db/sql.ts'
import type { ElementEvent } from './event.ts'

const started = await startEverything()
after(() => started[Symbol.asyncDispose]())
const { call, platform } = started
const { events } = platform.context.apps

const all: ElementEvent[] = []
const published: ElementEvent[] = []
await events.reader({ name: 'all', handle: async (_tx, happened) => void all.push(...happened) }).start()
await events
  .reader({
    name: 'published',
    publishedOnly: true,
    handle: async (_tx, happened) => void published.push(...happened),
  })
  .start()

/** Waits until `count` events of the elements were read, and returns the kinds of all and of the published ones. */
async function kindsOf(ids: readonly string[], count: number): Promise<{ all: string[]; published: string[] }> {
  const of = (seen: readonly ElementEvent[]) => seen.filter(({ id }) => ids.includes(id)).map(({ kind }) => kind)
  for (let left = 3000; of(all).length < count; left--) {
    assert.ok(left > 0, 'the events did not come within 30 seconds')
    await wait(10)
  }
  // When the event of this element has arrived, all earlier events have arrived too, because readers keep the order of
  // commits.
  const last = await made(call, parts, { code: 'last' })
  for (let left = 3000; !published.some(({ id }) => id === last.__id); left--) {
    assert.ok(left > 0, 'the last event did not come within 30 seconds')
    await wait(10)
  }
  return { all: of(all), published: of(published) }
}

const published3 = { all: ['created', 'updated', 'statusChanged'], published: ['created', 'updated', 'statusChanged'] }

describe('changes through the API are published', () => {
  it('without a flag', async () => {
    const { __id } = await made(call, things, { title: 'a' })
    await changed(call, things, __id, { title: 'b' })
    const { status } = await call('POST', `${things}/${__id}/set-status`, { status: { code: 'review' } })
    assert.equal(status, 200)
    assert.deepEqual(await kindsOf([__id], 3), published3)
  })

  it('with and without withEventForceCreate', async () => {
    for (const withEventForceCreate of [true, false]) {
      const { __id } = await made(call, things, { title: 'a' }, { withEventForceCreate })
      item(await call('POST', `${things}/${__id}/update`, { context: { title: 'b' }, withEventForceCreate }))
      const kinds = ['created', 'updated']
      assert.deepEqual(await kindsOf([__id], 2), { all: kinds, published: kinds })
    }
  })
})

describe('changes by an import', () => {
  async function imported(options: object): Promise<{ id: string; importId: string }> {
    const code = crypto.randomUUID()
    const { __id } = await made(call, parts, { code, weight: 1 })
    const fileHash = await anUpload(call, `code;weight\n${code};2\n`, 'parts.csv')
    const answer = await call('POST', `${parts}/import`, { fileHash, mode: 'update', key: ['code'], ...options })
    assertDone(answer)
    const { importId } = answer.body
    for (;;) {
      const { status } = (await call('POST', `${parts}/import/status`, { importId })).body as Body
      if (status.state === 'running') await wait(20)
      else {
        assert.deepEqual([status.state, status.updated], ['done', 1], JSON.stringify(status))
        return { id: __id, importId }
      }
    }
  }

  it('are not published, and neither is their undo', async () => {
    const { id, importId } = await imported({})
    assertDoneUndo(await call('POST', `/api/v1/imports/${importId}/undo`))
    const kinds = await kindsOf([id], 3)
    assert.deepEqual(kinds, { all: ['created', 'updated', 'updated'], published: ['created'] })
  })

  it('are published with withEventHandlers, and so is their undo', async () => {
    const { id, importId } = await imported({ withEventHandlers: true })
    assertDoneUndo(await call('POST', `/api/v1/imports/${importId}/undo`))
    const kinds = ['created', 'updated', 'updated']
    assert.deepEqual(await kindsOf([id], 3), { all: kinds, published: kinds })
  })

  function assertDoneUndo({ status, body }: { status: number; body: Body }): void {
    assert.deepEqual([status, body.undone], [200, 1], JSON.stringify(body))
  }
})

describe('a version of a file', () => {
  it('is an event of every element that refers to the file, between the revisions of the element', async () => {
    const hash = await anUpload(call, 'one')
    const first = await made(call, things, { title: 'a', files: [{ name: 'a.txt', hash }] })
    const [file] = first.files
    const second = await made(call, things, { title: 'b', files: [file] })
    const other = await made(call, things, { title: 'c' })
    assertDone(await call('POST', `/api/v1/files/${file}/versions`, { hash: await anUpload(call, 'two') }))
    await changed(call, things, first.__id, { title: 'd' })
    const kinds = ['created', 'fileVersionAdded', 'updated']
    assert.deepEqual(await kindsOf([first.__id], 3), { all: kinds, published: kinds })
    assert.deepEqual((await kindsOf([second.__id], 2)).all, ['created', 'fileVersionAdded'])
    assert.deepEqual((await kindsOf([other.__id], 1)).all, ['created'])
    const added = all.find(({ id, kind }) => id === first.__id && kind === 'fileVersionAdded')!
    assert.deepEqual([added.file, added.rev, added.changes], [{ id: file, version: 2 }, '1', {}])
    const { problems } = (await call('GET', '/api/v1/audit/verify/elements')).body
    assert.deepEqual(problems, [], 'the digests of the elements are still right')
  })

  it('that could not be added causes no event', async () => {
    const hash = await anUpload(call, 'one')
    const thing = await made(call, things, { title: 'a', files: [{ name: 'a.txt', hash }] })
    const [file] = thing.files
    const same = await call('POST', `/api/v1/files/${file}/versions`, { hash: await anUpload(call, 'one') })
    assertDone(same)
    const row = await platform.database.reader.row<{ count: number }>(
      sql`select count(*)::int as count from element_file_version where file = ${file}`,
    )
    assert.equal(row!.count, 0)
  })
})
