import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused, item } from '../../../test/everything.ts'
import { type Guarded, matters, startGuarded } from '../../../test/guarded.ts'
import type { Answer, Body, Call } from '../../../test/platform.ts'
import { groupIdOf } from '../../people/index.ts'
import { Script, sql } from '../db/sql.ts'

const contacts = '/pub/v1/app/ref/contacts'
const papers = '/pub/v1/app/law/papers'
const common = '9240261a-ab27-5e65-b883-198236739dcc'

let law: Guarded
before(async () => {
  law = await startGuarded({ TEST_CLOCK: '1' })
})
after(() => law[Symbol.asyncDispose]())

const contact = (lastname: string) => ({ context: { full_name: { lastname } } })
const withKey = (key: string) => ({ 'idempotency-key': key })

async function count(lastname: string): Promise<number> {
  const { body } = await law.call('POST', `${contacts}/list`, {
    active: false,
    filter: { tf: { full_name: lastname } },
  })
  return body.result.total
}

async function keys(): Promise<number> {
  return (await law.platform.database.reader.row<{ n: number }>(sql`select count(*)::int as n from idempotency_key`))!.n
}

function assertReplayed(again: Answer, first: Answer): void {
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal(first.headers.get('idempotent-replayed'), null)
  assert.deepEqual([again.status, again.body], [first.status, first.body])
  assert.equal(again.headers.get('etag'), first.headers.get('etag'))
}

/** Sends the same request twice and asserts that the second answer is marked as a repeat of the first. */
async function twice(path: string, body: unknown, call: Call = law.call, key: string = randomUUID()): Promise<Answer> {
  const first = await call('POST', path, body, withKey(key))
  assertDone(first)
  const again = await call('POST', path, body, withKey(key))
  assertReplayed(again, first)
  return first
}

describe('a request with an Idempotency-Key', () => {
  it('creates one element, however often it is sent; a quoted key is the same key', async () => {
    const key = randomUUID()
    const first = await twice(`${contacts}/create`, contact('One'), law.call, key)
    assertReplayed(await law.call('POST', `${contacts}/create`, contact('One'), withKey(`"${key}"`)), first)
    assert.equal(await count('One'), 1)
  })

  it('creates one element when it is sent many times concurrently', async () => {
    const key = withKey(randomUUID())
    const send = () => law.call('POST', `${contacts}/create`, contact('Many'), key)
    const answers = await Promise.all(Array.from({ length: 20 }, send))
    for (const answer of answers) assertDone(answer)
    assert.equal(new Set(answers.map(({ body }) => body.item.__id)).size, 1)
    assert.equal(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null).length, 1)
    assert.equal(await count('Many'), 1)
  })

  it('waits for the first request that is still running, on any node', async () => {
    const key = withKey(randomUUID())
    const { database } = law.platform
    if (database.kind === 'embedded') return
    const blocked = Promise.withResolvers<void>()
    const holder = database.transaction(async (tx) => {
      await tx.rows(new Script('lock table element in exclusive mode'))
      await blocked.promise
    })
    const answers = [1, 2].map(() => law.call('POST', `${contacts}/create`, contact('Waiting'), key))
    await new Promise((resolve) => setTimeout(resolve, 300))
    blocked.resolve()
    await holder
    const [one, other] = await Promise.all(answers)
    assert.deepEqual(one!.body.item.__id, other!.body.item.__id)
    assert.equal(await count('Waiting'), 1)
  })

  it('changes an element once: another change between the two is kept', async () => {
    const { __id: id } = item(await law.call('POST', `${contacts}/create`, contact('Before')))
    const key = withKey(randomUUID())
    const first = await law.call('POST', `${contacts}/${id}/update`, contact('Mine'), key)
    assertDone(first)
    assertDone(await law.call('POST', `${contacts}/${id}/update`, contact('Theirs')))
    const again = await law.call('POST', `${contacts}/${id}/update`, contact('Mine'), key)
    assertDone(again)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    // The answer shows the present state of the element.
    assert.equal(again.headers.get('etag'), '"3"')
    assert.equal(again.body.item.full_name.lastname, 'Theirs')
  })

  it('sets a status once, even where the status may not follow itself, and with an outdated If-Match', async () => {
    const { __id: id } = item(await law.call('POST', `${matters}/create`, { context: { secret: randomUUID() } }))
    const headers = { ...withKey(randomUUID()), 'if-match': '"1"' }
    const set = () => law.call('POST', `${matters}/${id}/set-status`, { status: { code: 'public' } }, headers)
    const first = await set()
    assertDone(first)
    assertReplayed(await set(), first)
    assert.equal(first.headers.get('etag'), '"2"')
  })

  it('does not violate unique keys: the repeat returns its own element instead of a duplicate error', async () => {
    const body = { context: { secret: 'only once', kind: 'open' } }
    await twice(`${matters}/create`, body)
    assertRefused(await law.call('POST', `${matters}/create`, body), 400, 'element.duplicate_key', /same value/)
  })

  it('creates an element with its files once', async () => {
    const hash = randomUUID()
    assertDone(await law.call('POST', `/pub/v1/disk/file/upload?hash=${hash}`, form('a scan')))
    await twice(`${papers}/create`, { context: { scans: [{ name: 'scan.txt', hash }] } })
  })

  it('uploads one file, even when the form has another boundary', async () => {
    const path = `/pub/v1/disk/directory/${common}/upload`
    const key = randomUUID()
    const headers = withKey(key)
    const first = await law.call('POST', path, form('the bytes'), headers)
    assertDone(first)
    assertReplayed(await law.call('POST', path, form('the bytes'), headers), first)
    for (const other of [form('other bytes'), form('the bytes', 'b.txt')])
      assertRefused(await law.call('POST', path, other, headers), 409, 'idempotency.key_reused', /another request/)
    const many = await Promise.all([1, 2, 3, 4].map(() => law.call('POST', path, form('many'), withKey('many'))))
    assert.equal(new Set(many.map(({ body }) => body.file.__id)).size, 1)
  })

  it('starts one import', async () => {
    const fileHash = randomUUID()
    assertDone(await law.call('POST', `/pub/v1/disk/file/upload?hash=${fileHash}`, form('email\na@example.com\n')))
    await twice(`${contacts}/import`, { fileHash, format: 'csv', dryRun: true })
  })

  it('creates one directory, user, group and substitution', async () => {
    await twice('/pub/v1/disk/directory', { name: 'once' })
    const { body } = await twice('/api/v1/users', { login: 'once' })
    await twice('/api/v1/substitutions', { substitute: body.id })
    await twice('/api/v1/org-items', { kind: 'department', name: 'All' })
    await twice('/pub/v1/scheme/namespaces/law/groups', { __name: 'Once' })
  })
})

function form(text: string, name = 'a.txt'): FormData {
  const made = new FormData()
  made.append('file', new Blob([text]), name)
  return made
}

describe('an idempotency key', () => {
  it('that was used with another body or query is refused, and nothing is done', async () => {
    const key = withKey(randomUUID())
    assertDone(await law.call('POST', `${contacts}/create`, contact('First'), key))
    for (const [path, body] of [
      [`${contacts}/create`, contact('Second')],
      [`${contacts}/create?a=b`, contact('First')],
    ] as const)
      assertRefused(await law.call('POST', path, body, key), 409, 'idempotency.key_reused', /send a new key/)
    assert.equal(await count('Second'), 0)
  })

  it('belongs to the user, the operation and the path: elsewhere it is another key', async () => {
    const key = withKey(randomUUID())
    const body = { context: { kind: 'open', title: 'same key' } }
    const mine = await law.call('POST', `${papers}/create`, body, key)
    const theirs = await law.clerk.call('POST', `${papers}/create`, body, key)
    const elsewhere = await law.call('POST', '/pub/v1/app/law/cases/create', { context: { title: 'same key' } }, key)
    const changed = await law.call('POST', `${papers}/${mine.body.item.__id}/update`, body, key)
    for (const answer of [mine, theirs, elsewhere, changed]) {
      assert.equal(answer.headers.get('idempotent-replayed'), null)
      assertDone(answer)
    }
  })

  it('belongs to the user and not to the token', async () => {
    const key = withKey(randomUUID())
    const token = await law.call('POST', '/api/v1/tokens', { name: 'another' })
    assertDone(token)
    const first = await law.call('POST', `${contacts}/create`, contact('Token'), key)
    assertReplayed(await law.as(token.body.token)('POST', `${contacts}/create`, contact('Token'), key), first)
  })

  it('of a failed request can be used again until the request succeeds', async () => {
    const key = withKey(randomUUID())
    const path = `${matters}/create`
    assertRefused(await law.call('POST', path, { context: {} }, key), 400, 'element.required_field', /./)
    const holder = item(await law.call('POST', path, { context: { secret: 'taken' } }))
    const repeat = await law.call('POST', path, { context: { secret: 'taken' } }, key)
    assertRefused(repeat, 400, 'element.duplicate_key', /same value/)
    assertDone(await law.call('POST', `${matters}/${holder.__id}/update`, { context: { secret: 'free again' } }))
    const done = await law.call('POST', path, { context: { secret: 'taken' } }, key)
    assertDone(done)
    assertReplayed(await law.call('POST', path, { context: { secret: 'taken' } }, key), done)
  })

  it('that is malformed is refused before anything is done', async () => {
    for (const key of ['a b', 'x'.repeat(256), 'ключ'.replace(/./g, 'é')]) {
      const refused = await law.call('POST', `${contacts}/create`, contact('Wrong'), withKey(key))
      assertRefused(refused, 400, 'idempotency.key_wrong', /1 to 255 visible ASCII/)
    }
    assert.equal(await count('Wrong'), 0)
  })

  it('is stored with the write or not at all, and is not stored without a write', async () => {
    const before = await keys()
    assertDone(await law.call('POST', `${contacts}/create`, contact('No key')))
    assertDone(await law.call('POST', `${contacts}/list`, {}, withKey(randomUUID())))
    assert.equal((await law.call('POST', `${matters}/create`, { context: {} }, withKey(randomUUID()))).status, 400)
    assert.equal(await keys(), before)
    assertDone(await law.call('POST', `${contacts}/create`, contact('A key'), withKey(randomUUID())))
    assert.equal(await keys(), before + 1)
  })

  it('is ignored for an upload with a hash, because the hash identifies the upload', async () => {
    const key = withKey(randomUUID())
    const path = `/pub/v1/disk/directory/${common}/upload?hash=${randomUUID()}`
    const first = await law.call('POST', path, form('hashed'), key)
    assertDone(first)
    const again = await law.call('POST', path, form('hashed'), key)
    assert.deepEqual([again.body, again.headers.get('idempotent-replayed')], [first.body, null])
  })

  it('is removed after a day', async () => {
    const key = withKey(randomUUID())
    const first = item(await law.call('POST', `${contacts}/create`, contact('Day'), key))
    const advance = (by: string) => law.call('POST', '/api/v1/clock/advance', { by })
    assertDone(await advance('PT23H'))
    assert.equal(item(await law.call('POST', `${contacts}/create`, contact('Day'), key)).__id, first.__id)
    assertDone(await advance('PT2H'))
    assert.equal(await keys(), 0)
    assert.notEqual(item(await law.call('POST', `${contacts}/create`, contact('Day'), key)).__id, first.__id)
  })
})

describe('the answer to a repeated request', () => {
  const fill = (code: string, how: 'add' | 'remove', id: string) =>
    law.call('POST', `/pub/v1/scheme/groups/${groupIdOf('law', code)}/${how}-items`, [id])

  it('contains only what the caller may read now', async () => {
    const { partner } = law
    const key = withKey(randomUUID())
    const body = { context: { kind: 'open', secret: 'between partners' } }
    const first = await partner.call('POST', `${matters}/create`, body, key)
    assert.equal(item(first).secret, 'between partners')

    assertDone(await fill('partners', 'remove', partner.id))
    assertDone(await fill('clerks', 'add', partner.id))
    await seen(
      () => partner.call('GET', `${matters}/${item(first).__id}/get`),
      200,
      (read) => !('secret' in read.item),
    )
    const asClerk = await partner.call('POST', `${matters}/create`, body, key)
    assert.equal(item(asClerk).__id, item(first).__id)
    assert.ok(!('secret' in item(asClerk)))

    assertDone(await fill('clerks', 'remove', partner.id))
    assertDone(await fill('partners', 'add', partner.id))
  })

  it('says that the request was carried out when the caller can no longer see the result', async () => {
    const { clerk } = law
    const key = withKey(randomUUID())
    const body = { context: { kind: 'open', title: 'soon hidden' } }
    const { __id: id } = item(await clerk.call('POST', `${papers}/create`, body, key))
    assertDone(await law.call('POST', `${papers}/${id}/update`, { context: { kind: 'closed' } }))
    await seen(() => clerk.call('GET', `${papers}/${id}/get`), 404)
    const again = await clerk.call('POST', `${papers}/create`, body, key)
    assertRefused(again, 409, 'idempotency.result_gone', /was carried out/)
    assert.ok(!JSON.stringify(again.body).includes(id))
  })

  /** Repeats a request for up to thirty seconds until it fits, because group memberships are cached for a second. */
  async function seen(ask: () => Promise<Answer>, status: number, fits = (_body: Body) => true): Promise<void> {
    for (let left = 600; left > 0; left--) {
      const answer = await ask()
      if (answer.status === status && fits(answer.body)) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    assert.fail('what was changed does not count')
  }
})
