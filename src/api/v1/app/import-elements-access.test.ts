import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { assertDone, assertRefused, item } from '../../../../test/everything.ts'
import { aMatter, type Guarded, matters, startGuarded } from '../../../../test/guarded.ts'
import type { Body, Call } from '../../../../test/platform.ts'

let law: Guarded
before(async () => {
  law = await startGuarded()
})
after(() => law[Symbol.asyncDispose]())

async function imported(call: Call, content: string, options: object = {}): Promise<Body> {
  const fileHash = randomUUID()
  const form = new FormData()
  form.append('file', new Blob([content]), 'matters.csv')
  assertDone(await call('POST', `/pub/v1/disk/file/upload?hash=${fileHash}`, form))
  const begun = await call('POST', `${matters}/import`, { fileHash, ...options })
  if (begun.status !== 200) return begun
  const { importId } = begun.body
  for (;;) {
    const { body } = await call('POST', `${matters}/import/status`, { importId })
    if (body.status.state !== 'running') return body.status
    await wait(20)
  }
}

const titleOf = async ({ __id }: Body): Promise<string> => item(await law.call('GET', `${matters}/${__id}/get`)).title

describe('an import has the rights of its user', () => {
  it('is refused when the user may not import', async () => {
    const refused = await imported(law.clerk.call, 'title;kind\na;open\n')
    assertRefused(refused as never, 403, 'auth.not_allowed', /may not import into law.matters/)
  })

  it('creates the rows that the user may create one by one; the others fail with a sentence', async () => {
    const status = await imported(law.importer.call, 'title;kind\nfirst;open\nsecond;closed\nthird;open\n')
    assert.deepEqual([status.created, status.failed], [2, 1])
    assert.match(status.errors[0].message, /may not create such an element in law.matters/)
    assert.equal(status.errors[0].row, 3)
  })

  it('updates the rows that the user may update, and does not find hidden elements', async () => {
    const [open, closed] = [
      await aMatter(law.call, { title: 'before', secret: 'o', __externalId: 'o' }),
      await aMatter(law.call, { title: 'before', kind: 'closed', secret: 'c', __externalId: 'c' }),
    ]
    const rows = '__externalId;title\no;after\nc;after\n'
    const status = await imported(law.importer.call, rows, { mode: 'update', key: ['__externalId'] })
    assert.deepEqual([status.updated, status.failed], [1, 1])
    assert.deepEqual([await titleOf(open), await titleOf(closed)], ['after', 'before'])
    assert.match(status.errors[0].message, /another element has the same value in "__externalId"/)
  })

  it('has no column for a field that is hidden from the user, and refuses one that the user may not write', async () => {
    const hidden = await imported(law.importer.call, 'title;kind;secret\na;open;told\n')
    assert.deepEqual([hidden.created, hidden.ignoredColumns], [1, ['secret']])
    const readonly = await imported(law.importer.call, 'title;kind;fee\nb;open;3\n')
    assert.deepEqual([readonly.state, readonly.created], ['error', 0])
    assert.match(readonly.errors[0].message, /may not change "fee" by an import; leave the column "fee" out/)
  })
})
