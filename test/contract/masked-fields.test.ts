import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { applyFiles, filesOf } from '../../src/api/v1/scheme/scheme.fixture.ts'
import { writeZip } from '../../src/solutions/files/write-zip.ts'
import { assertDone, assertRefused, aUser, item } from '../everything.ts'
import { type Answer, type Body, type Call, startEmptyPlatform, type TestPlatform } from '../platform.ts'

/** Everyone may edit every element. Only the author may read four of the fields until the element is closed. */
const docs = `
name: Docs
fields:
  - { code: title, type: string }
  - { code: pin, type: number }
  - { code: ref, type: reference, to: pins.docs }
  - { code: note, type: string, required: true }
  - { code: scan, type: file }
statuses: [{ code: draft, name: Draft }, { code: closed, name: Closed }]
unique: [pin]
access:
  elements: [{ to: [everyone], may: [view, create, edit, delete, import] }]
  fields:
    - { fields: [pin, ref, note, scan], to: [author], may: [write] }
    - { fields: [pin, ref, note, scan], to: [everyone], may: [read], statuses: [closed] }
`
/** An application with a unique key of two fields, of which only the author may read the second one. */
const pairs = `
name: Pairs
fields:
  - { code: title, type: string }
  - { code: series, type: string }
  - { code: pin, type: number, default: 5 }
unique: [[pin, series]]
access:
  elements: [{ to: [everyone], may: [view, create, edit, import] }]
  fields: [{ fields: [pin], to: [author], may: [read] }]
`
const open = `
name: Open
fields: [{ code: code, type: string }, { code: pin, type: number }]
unique: [code]
`

let started: TestPlatform
let user: { id: string; call: Call }
before(async () => {
  started = await startEmptyPlatform()
  await applyFiles(started.call, filesOf('pins', { docs, pairs, open }))
  user = await aUser(started, { login: 'user' })
})
after(() => started[Symbol.asyncDispose]())

const address = (app: string): string => `/pub/v1/app/pins/${app}`
const create = async (call: Call, app: string, context: Body): Promise<Body> =>
  item(await call('POST', `${address(app)}/create`, { context }))
const update = (call: Call, { __id }: Body, context: Body, app = 'docs'): Promise<Answer> =>
  call('POST', `${address(app)}/${__id}/update`, { context })
const get = async ({ __id }: Body, call = started.call, app = 'docs'): Promise<Body> =>
  item(await call('GET', `${address(app)}/${__id}/get`))
const close = async ({ __id }: Body): Promise<void> =>
  assertDone(await started.call('POST', `${address('docs')}/${__id}/set-status`, { status: { code: 'closed' } }))

const told = ({ status, body: { requestId: _, ...body } }: Answer): unknown => [status, body]

it('a field with a default needs the right to write for null in a new element, but not for its default', async () => {
  const body = { context: { title: 'without a pin', pin: null } }
  assertRefused(await user.call('POST', `${address('pairs')}/create`, body), 403, 'auth.not_allowed', /change "pin"/)
  assert.equal((await create(user.call, 'pairs', { title: 'left out' })).pin, 5)
  assert.equal((await create(user.call, 'pairs', { title: 'the default', pin: 5 })).pin, 5)
  assert.equal((await create(started.call, 'pairs', { title: 'the administrator', pin: null })).pin, null)
})

/** Creates a draft as the administrator, with values that the user may not read. */
async function aDraft(pin: number): Promise<Body> {
  const ref = await create(started.call, 'docs', { title: 'ref', note: 'n' })
  return create(started.call, 'docs', { title: 'draft', pin, note: 'noted', ref: [ref.__id] })
}

describe('an update of a field that the caller may read in some elements only', () => {
  it('gets the same answer for the stored value and for any other value', async () => {
    const draft = await aDraft(4711)
    const other = await create(started.call, 'docs', { title: 'other', note: 'n' })
    const guesses: [Body, Body][] = [
      [{ pin: 4711 }, { pin: 4710 }],
      [{ note: 'noted' }, { note: 'not' }],
      [{ ref: draft.ref }, { ref: [other.__id] }],
      [{ ref: [randomUUID()] }, { ref: [randomUUID()] }],
    ]
    assert.deepEqual(draft.ref.length, 1)
    for (const [right, wrong] of guesses) {
      const [first, second] = [await update(user.call, draft, right), await update(user.call, draft, wrong)]
      assert.ok(first.status === 403 || first.status === 400)
      const ids = /[0-9a-f-]{36}/g
      assert.equal(JSON.stringify(told(first)).replace(ids, ''), JSON.stringify(told(second)).replace(ids, ''))
    }
  })

  it('accepts the null that was shown in place of the value and changes nothing', async () => {
    const draft = await aDraft(4712)
    const shown = await get(draft, user.call)
    assert.deepEqual([shown.pin, shown.ref, shown.note], [null, null, null])
    const after = item(await update(user.call, draft, { ...shown, title: 'renamed' }))
    assert.deepEqual([after.title, after.pin], ['renamed', null])
    const kept = await get(draft)
    assert.deepEqual([kept.title, kept.pin, kept.ref, kept.note], ['renamed', 4712, draft.ref, 'noted'])
    const history = await started.call('GET', `/api/v1/elements/pins/docs/${draft.__id}/history`)
    assert.deepEqual(history.body.result.result.at(-1).changes, { title: ['draft', 'renamed'] })
  })

  it('compares with the value where it is shown', async () => {
    const draft = await aDraft(4713)
    await close(draft)
    assertDone(await update(user.call, draft, { pin: 4713, note: 'noted', ref: draft.ref }))
    for (const wrong of [{ pin: 4710 }, { pin: null }, { note: null }])
      assertRefused(await update(user.call, draft, wrong), 403, 'auth.not_allowed', /may not change/)
    assert.equal((await get(draft)).pin, 4713)
  })

  it('may not clear a required field that the caller may write', async () => {
    const own = await create(user.call, 'docs', { title: 'own', note: 'mine' })
    assertRefused(await update(user.call, own, { note: null }), 400, 'element.required_field', /"note"/)
    assertDone(await update(user.call, own, { note: 'changed' }))
    assert.equal((await get(own, user.call)).note, 'changed')
  })
})

describe('a duplicate unique key', () => {
  it('names the other element only when its values may be read', async () => {
    const draft = await aDraft(4714)
    const own = await create(user.call, 'docs', { title: 'own', note: 'mine' })
    const hidden = await update(user.call, own, { pin: 4714 })
    assert.deepEqual(
      [hidden.body.code, hidden.body.field, hidden.body.holder],
      ['element.duplicate_key', 'pin', undefined],
    )
    await close(draft)
    assert.equal((await update(user.call, own, { pin: 4714 })).body.holder, draft.__id)
  })

  it('does not reveal one part of a key by naming the element with the same other part', async () => {
    const foreign = await create(started.call, 'pairs', { series: 'a', pin: 7 })
    const own = await create(user.call, 'pairs', { series: 'b' })
    assertDone(await update(started.call, own, { pin: 7, __createdBy: user.id }, 'pairs'))
    assertDone(await update(started.call, foreign, { __createdBy: user.id }, 'pairs'))
    assert.equal((await update(user.call, own, { series: 'a' }, 'pairs')).body.holder, foreign.__id)
    const administrator = await started.platform.context.people.administrator()
    assertDone(await update(started.call, own, { __createdBy: administrator }, 'pairs'))
    const { body } = await update(user.call, own, { series: 'a' }, 'pairs')
    assert.deepEqual([body.code, body.holder], ['element.duplicate_key', undefined])
  })

  it('is reported for an element that is restored, without naming fields that do not exist for the caller', async () => {
    const [gone, next] = [
      await create(started.call, 'open', { code: 'x', __externalId: 'same' }),
      { code: 'y', __externalId: 'same' },
    ]
    assertDone(await update(started.call, gone, { __deletedAt: '2026-01-01T00:00:00Z' }, 'open'))
    const holder = await create(started.call, 'open', next)
    const { body } = await update(started.call, gone, { __deletedAt: null }, 'open')
    assert.deepEqual([body.field, body.holder], ['__externalId', holder.__id])
  })
})

describe('an import', () => {
  it('does not find an element by a value that is not shown', async () => {
    await create(started.call, 'pairs', { series: 'known', title: 'foreign' })
    const rows = 'series;title\nknown;foreign\nknown;other\n'
    const status = await imported(user.call, 'pairs', rows, { mode: 'create' })
    assert.deepEqual([status.created, status.unchanged, status.failed], [0, 0, 2])
    for (const { message } of status.errors) assert.match(message, /^another element has the same value in/)
  })

  it('is not undone when the undo would write a field that the caller may no longer write', async () => {
    const present = await create(started.call, 'open', { code: 'undo', pin: 1 })
    const rows = 'code;pin\nundo;2\nfresh;3\n'
    const { importId } = await imported(user.call, 'open', rows, { mode: 'upsert' })
    const rule = { fields: ['pin'], to: ['author'], may: ['read'] }
    assertDone(await started.call('PUT', '/api/v1/applications/pins/open/access', { fields: [rule] }))
    const undone = await user.call('POST', `/api/v1/imports/${importId}/undo`)
    assertDone(undone)
    assert.deepEqual([undone.body.undone, undone.body.kept.map(({ id }: Body) => id)], [1, [present.__id]])
    assert.equal((await get(present, started.call, 'open')).pin, 2)
    assertDone(await started.call('PUT', '/api/v1/applications/pins/open/access', {}))
  })
})

it('a field whose readers administrators have restricted cannot become part of the name', async () => {
  const app = 'name: Named\nfields: [{ code: title, type: string }, { code: pin, type: number }]\n'
  const files = (text: string) => filesOf('named', { one: text })
  await applyFiles(started.call, files(app))
  const rule = { fields: ['pin'], to: ['author'], may: ['read'] }
  assertDone(await started.call('PUT', '/api/v1/applications/named/one/access', { fields: [rule] }))
  const zip = await writeZip(new Map(Object.entries(files(`${app}nameTemplate: '{$title} {$pin}'\n`))))
  const refused = await started.call('POST', '/api/v1/solutions/apply?allowDestructive=true', zip)
  assertRefused(refused, 400, 'definition.blocked', /the name would show "pin" to everyone/)
  await applyFiles(started.call, files(`${app}nameTemplate: '{$title}'\n`))
})

async function imported(call: Call, app: string, content: string, options: object): Promise<Body> {
  const fileHash = randomUUID()
  const form = new FormData()
  form.append('file', new Blob([content]), 'rows.csv')
  assertDone(await call('POST', `/pub/v1/disk/file/upload?hash=${fileHash}`, form))
  const begun = await call('POST', `${address(app)}/import`, { fileHash, ...options })
  assertDone(begun)
  const { importId } = begun.body
  for (;;) {
    const { body } = await call('POST', `${address(app)}/import/status`, { importId })
    if (body.status.state !== 'running') return { ...body.status, importId }
    await wait(20)
  }
}
