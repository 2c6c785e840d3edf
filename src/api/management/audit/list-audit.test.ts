import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { browserOf } from '../../../../test/browser.ts'
import {
  assertDone,
  assertRefused,
  aUser,
  changed,
  type Everything,
  made,
  parts,
  startEverything,
} from '../../../../test/everything.ts'
import { type Answer, adminToken, type Body } from '../../../../test/platform.ts'
import { sql } from '../../../foundation/db/sql.ts'

let started: Everything
before(async () => {
  started = await startEverything()
})
after(() => started[Symbol.asyncDispose]())

async function audit(parameters: Record<string, string | number> = {}): Promise<Body> {
  const search = new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]))
  const answer = await started.call('GET', `/api/v1/audit?${search}`)
  assertDone(answer)
  return answer.body
}

const entries = async (parameters?: Record<string, string | number>): Promise<Body[]> =>
  (await audit(parameters)).entries

/** Sends a request and returns its response with the audit entries that it wrote, oldest first. */
async function left(method: string, path: string, body?: Body): Promise<{ answer: Body; rows: Body[] }> {
  const [last] = await entries({ size: 1 })
  const answer = await started.call(method, path, body)
  assertDone(answer)
  const now = await entries({ size: 20 })
  const rows = now
    .slice(
      0,
      now.findIndex(({ id }) => id === last.id),
    )
    .reverse()
  for (const { userId, who, tokenId, requestId, outcome } of rows) {
    assert.deepEqual([userId, who.login, outcome], [started.userId, 'admin', 'done'])
    assert.ok(tokenId !== null && requestId !== null)
  }
  return { answer: answer.body, rows }
}

const short = (rows: Body[]) => rows.map(({ operation, object, before, after }) => [operation, object, before, after])

async function aPosition(holders: string[] = []): Promise<string> {
  const { body } = await started.call('GET', '/api/v1/org-items')
  const root = body.items?.[0]?.id ?? body.result?.result?.[0]?.id
  const parent = root ?? (await started.call('POST', '/api/v1/org-items', { kind: 'department', name: 'All' })).body.id
  return (await started.call('POST', '/api/v1/org-items', { kind: 'position', name: 'Clerk', parent, holders })).body.id
}

describe('the audit log has an entry for', () => {
  it('a user who is created, changed and blocked', async () => {
    const created = await left('POST', '/api/v1/users', { login: 'ann', lastname: 'Ant' })
    const { id } = created.answer
    const fresh = { login: 'ann', lastname: 'Ant', firstname: '', middlename: '', administrator: false }
    assert.deepEqual(short(created.rows), [['createUser', `user:${id}`, null, fresh]])
    const { rows } = await left('PATCH', `/api/v1/users/${id}`, { lastname: 'Bee', login: 'ann', email: null })
    assert.deepEqual(short(rows), [['changeUser', `user:${id}`, { lastname: 'Ant' }, { lastname: 'Bee' }]])
    const blocked = await left('POST', `/api/v1/users/${id}/block`)
    assert.deepEqual(short(blocked.rows), [['blockUser', `user:${id}`, { status: 'active' }, { status: 'blocked' }]])
    assert.deepEqual((await left('PATCH', `/api/v1/users/${id}`, { lastname: 'Bee' })).rows, [])
  })

  it('a token that is created and revoked, without its secret', async () => {
    const made = await left('POST', '/api/v1/tokens', { name: 'robot', expiresAt: '2040-01-01T00:00:00Z' })
    const { id } = made.answer
    const after = { name: 'robot', userId: started.userId, expiresAt: '2040-01-01T00:00:00.000Z' }
    assert.deepEqual(short(made.rows), [['createToken', `token:${id}`, null, after]])
    const revoked = await left('DELETE', `/api/v1/tokens/${id}`)
    const before = { name: 'robot', userId: started.userId }
    assert.deepEqual(short(revoked.rows), [['revokeToken', `token:${id}`, before, null]])
  })

  it('a group that is created, changed, filled, emptied and deleted', async () => {
    const { answer, rows } = await left('POST', '/pub/v1/scheme/namespaces/all/groups', { __name: 'G', code: 'g' })
    const id = answer.group.__id
    const fresh = { namespace: 'all', code: 'g', name: 'G', description: '', isDefault: false, isRole: false }
    assert.deepEqual(short(rows), [['createGroup', `group:${id}`, null, fresh]])
    const object = `group:${id}`
    const path = `/pub/v1/scheme/groups/${id}`
    const updated = await left('PUT', path, { __name: 'H' })
    assert.deepEqual(short(updated.rows), [['updateGroup', object, { name: 'G' }, { name: 'H' }]])
    const added = await left('POST', `${path}/add-items`, [started.userId])
    assert.deepEqual(short(added.rows), [['addGroupItems', object, null, { members: [started.userId] }]])
    assert.deepEqual((await left('POST', `${path}/add-items`, [started.userId])).rows, [])
    const removed = await left('POST', `${path}/remove-items`, [started.userId])
    assert.deepEqual(short(removed.rows), [['removeGroupItems', object, { members: [started.userId] }, null]])
    await left('POST', `${path}/add-items`, [started.userId])
    const deleted = await left('DELETE', path)
    const before = { ...fresh, name: 'H', solution: null, members: [started.userId] }
    assert.deepEqual(short(deleted.rows), [['deleteGroup', object, before, null]])
  })

  it('an item of the chart that is created, changed, given a holder and deleted', async () => {
    const id = await aPosition()
    const object = `org_item:${id}`
    const [row] = await entries({ object })
    assert.deepEqual([row.operation, row.after.name, row.after.holders], ['createOrgItem', 'Clerk', []])
    const path = `/api/v1/org-items/${id}`
    const held = await left('PATCH', path, { holders: [started.userId], name: 'Chief' })
    const [before, after] = [
      { name: 'Clerk', holders: [] },
      { name: 'Chief', holders: [started.userId] },
    ]
    assert.deepEqual(short(held.rows), [['updateOrgItem', object, before, after]])
    await left('PATCH', path, { holders: [] })
    const deleted = await left('DELETE', path)
    assert.deepEqual([deleted.rows[0]!.operation, deleted.rows[0]!.before.name], ['deleteOrgItem', 'Chief'])
  })

  it('a solution that is applied, with the changes', async () => {
    const [first] = await entries({ object: 'solution:office' })
    assert.deepEqual([first.before, first.after.version, first.outcome], [null, '1.0.0', 'done'])
    assert.match(
      first.after.changes.map(({ sentence }: Body) => sentence).join('\n'),
      /adds the application ref\.products/,
    )
  })

  it('an import that is started and undone; the entries of its elements name it', async () => {
    const form = new FormData()
    form.append('file', new Blob(['code\n1\n2\n']), 'parts.csv')
    const hash = randomUUID()
    assertDone(await started.call('POST', `/pub/v1/disk/file/upload?hash=${hash}`, form))
    const begun = await started.call('POST', `${parts}/import`, { fileHash: hash })
    assertDone(begun)
    const answer = begun.body
    const object = `import:${answer.importId}`
    const begin = (await entries({ object })).at(-1)!
    assert.deepEqual(
      [begin.operation, begin.after.file, begin.after.application],
      ['importElements', 'parts.csv', 'all.parts'],
    )
    for (let state = ''; state !== 'done'; await wait(20)) {
      state = (await started.call('GET', `/api/v1/imports/${answer.importId}`)).body.status.state
      assert.notEqual(state, 'error')
    }
    const written = await entries({ requestId: answer.importId })
    assert.deepEqual(
      written.map(({ operation, action }) => [operation, action]),
      [
        ['importElements', null],
        ['importElements', 'create'],
        ['importElements', 'create'],
      ],
    )
    const together = await entries({ requestId: answer.importId, elements: 'notImported' })
    assert.deepEqual(
      together.map((entry) => [entry.object, entry.after.created, entry.after.failed]),
      [[object, 2, 0]],
    )
    assertDone(await started.call('POST', `/api/v1/imports/${answer.importId}/undo`))
    const [ended, undoing] = await entries({ object })
    assert.deepEqual([undoing!.before, undoing!.after], [{ state: 'done' }, { state: 'undoing' }])
    assert.deepEqual(
      [ended!.before, ended!.after],
      [
        { state: 'undoing', undone: null, kept: null },
        { state: 'undone', undone: 2, kept: 0 },
      ],
    )
    const deleted = await entries({ object: written[0]!.object, operation: 'undoImport' })
    assert.equal(deleted[0]!.requestId, ended.requestId)
  })

  it('each revision of an element', async () => {
    const { __id } = await made(started.call, parts, { __name: 'one' })
    await changed(started.call, parts, __id, { __name: 'two' })
    const rows = await entries({ object: `element:all.parts/${__id}` })
    assert.deepEqual(short(rows), [
      ['updateElement', `element:all.parts/${__id}`, { __name: 'one' }, { __name: 'two' }],
      ['createElement', `element:all.parts/${__id}`, null, null],
    ])
    assert.notEqual(rows[0]!.requestId, rows[1]!.requestId)
    assert.equal((await entries({ requestId: rows[0]!.requestId }))[0]!.id, `${__id}/2`)
  })

  it('a refusal, with the user and the request id of the answer', async () => {
    const clerk = await aUser(started, { login: 'clerk' })
    const answer = await clerk.call('POST', '/api/v1/users?x=secret', { login: 'mine' })
    assertRefused(answer, 403, 'auth.not_allowed', /administrators/)
    let rows: Body[] = []
    while (rows.length === 0) rows = await entries({ requestId: answer.body.requestId })
    const [{ userId, operation, object, outcome, code, before, after }] = rows
    assert.deepEqual(
      { userId, operation, object, outcome, code, before, after },
      {
        userId: clerk.id,
        operation: 'createUser',
        object: 'path:/api/v1/users',
        outcome: 'refused',
        code: 'auth.not_allowed',
        before: null,
        after: null,
      },
    )
  })
})

/** Waits for the audit entry of a refusal, which is written after the response. */
async function refusalOf({ body }: Answer): Promise<Body> {
  const { requestId } = body
  for (let left = 3_000; left > 0; left--, await wait(20)) {
    const [row] = await entries({ requestId })
    if (row !== undefined) return row
  }
  return assert.fail(`no row for ${JSON.stringify(body)}`)
}

describe('a refusal has an entry', () => {
  const nobody = '00000000-0000-0000-0000-000000000000'
  const stranger = (method: string, path: string, body?: unknown, headers = {}) =>
    started.as('')(method, path, body, headers)
  const crossSite = { 'sec-fetch-site': 'cross-site' }

  it('when a link is invalid, without its secret and without a user', async () => {
    for (const [method, operation] of [
      ['GET', 'downloadFile'],
      ['PUT', 'uploadByLink'],
    ] as const) {
      const answer = await stranger(method, '/files/not-a-token/some-name', method === 'PUT' ? 'x' : undefined)
      assertRefused(answer, 403, 'files.wrong_link', /not valid/)
      const { userId, tokenId, object, code, ...row } = await refusalOf(answer)
      assert.deepEqual(
        { userId, tokenId, object, code, operation: row.operation },
        { userId: nobody, tokenId: null, object: 'path:/files/{token}/{name}', code: 'files.wrong_link', operation },
      )
    }
  })

  it('when another site sends a sign-in, and when a sign-in fails, even during endless failures of links', async () => {
    for (let count = 0; count < 100; count++)
      assert.equal((await stranger('GET', '/files/not-a-token/some-name')).status, 403)
    const input = { login: 'nobody', password: 'a wrong password' }
    const elsewhere = await stranger('POST', '/api/v1/sign-in', input, crossSite)
    assertRefused(elsewhere, 403, 'auth.cross_site', /this server/)
    const wrong = await stranger('POST', '/api/v1/sign-in', input)
    assertRefused(wrong, 401, 'sign_in.refused', /wrong/)
    for (const answer of [elsewhere, wrong]) {
      const { userId, object, code } = await refusalOf(answer)
      assert.deepEqual([userId, object, code], [nobody, 'path:/api/v1/sign-in', answer.body.code])
    }
  })

  it('when another site sends a change with the session of a user', async () => {
    const password = 'a long enough password'
    const user = await aUser(started, { login: 'browsing' })
    assertDone(await started.call('PUT', `/api/v1/users/${user.id}/password`, { password }))
    const { call } = await browserOf(started, 'browsing', password)
    const headers = { ...crossSite, 'content-type': 'application/json' }
    const answer = await call('POST', '/api/v1/sign-out', {}, headers)
    assertRefused(answer, 403, 'auth.cross_site', /this server/)
    const { userId, operation, object, code } = await refusalOf(answer)
    assert.deepEqual(
      [userId, operation, object, code],
      [user.id, 'signOut', 'path:/api/v1/sign-out', 'auth.cross_site'],
    )
  })
})

/** Waits for the entries, which are written after the response. */
async function refusalsWritten(): Promise<void> {
  for (const operation of ['listAudit', 'verifyAudit'])
    while ((await entries({ operation, outcome: 'refused' })).length === 0) await wait(20)
}

describe('the list of audit entries', () => {
  it('is for administrators', async () => {
    const { call } = await aUser(started, { login: 'curious' })
    for (const path of ['/api/v1/audit', '/api/v1/audit/verify'])
      assertRefused(await call('GET', path), 403, 'auth.not_allowed', /administrators/)
  })

  it('is read page by page, each entry once, whatever is written meanwhile', async () => {
    await refusalsWritten()
    const all = (await entries({ size: 1000 })).map(({ id }) => id)
    const paged: string[] = []
    let next: string | null = ''
    while (next !== null) {
      const page: Body = await audit({ size: 7, ...(next === '' ? {} : { cursor: next }) })
      paged.push(...page.entries.map(({ id }: Body) => id))
      next = page.next
      await made(started.call, parts, { __name: 'meanwhile' })
    }
    assert.deepEqual(paged, all)
  })

  it('can be filtered by user, operation, outcome, application and time', async () => {
    const { id } = await aUser(started, { login: 'writer', administrator: true })
    const { __id } = await made(started.call, parts, { __name: 'narrow' })
    const all = await entries({ size: 1000 })
    const same = async (parameters: Record<string, string>, test: (row: Body) => boolean) => {
      const found = await entries({ size: 1000, ...parameters })
      assert.deepEqual(
        found.map((row) => row.id),
        all.filter(test).map((row) => row.id),
        JSON.stringify(parameters),
      )
      assert.ok(found.length > 0)
    }
    await same({ userId: started.userId }, (row) => row.userId === started.userId)
    await same({ operation: 'createElement' }, (row) => row.operation === 'createElement')
    await same({ outcome: 'refused' }, (row) => row.outcome === 'refused')
    await same({ object: 'element:all.parts' }, (row) => row.object.startsWith('element:all.parts/'))
    await same({ object: `element:all.parts/${__id}` }, (row) => row.object.endsWith(__id))
    await same({ object: `user:${id}` }, (row) => row.object === `user:${id}`)
    assert.deepEqual(await entries({ object: 'element:no.such' }), [])
    assert.deepEqual(await entries({ object: `element:all.parts/${__id}`, outcome: 'refused' }), [])
  })

  it('filters by the time of sealed and of unsealed rows', async () => {
    const { database } = started.platform
    const early = new Date(Date.now() - 1000).toISOString()
    await made(started.call, parts, { __name: 'sealed' })
    await started.platform.context.audit.seal()
    await made(started.call, parts, { __name: 'not yet' })
    const late = new Date(Date.now() + 60_000).toISOString()
    const all = await entries({ size: 1000 })
    assert.deepEqual(await entries({ size: 1000, to: late }), all)
    assert.deepEqual(await entries({ size: 1000, from: '2020-01-01T00:00:00Z' }), all)
    assert.deepEqual(await entries({ size: 1000, from: late }), [])
    assert.deepEqual(await entries({ size: 1000, to: '2020-01-01T00:00:00Z' }), [])
    const row = await database.reader.row<{ rows: number }>(sql`
      select ((select count(*) from audit where at >= ${early}) + (select count(*) from element_history where at >= ${early}))::int as rows`)
    assert.equal((await entries({ size: 1000, from: early })).length, row!.rows)
    assert.equal((await entries({ size: 1000, to: early })).length, all.length - row!.rows)
  })

  for (const [parameters, sentence] of [
    ['userid=1', /unknown field "userid".*did you mean "userId"/],
    ['userId=ann', /"userId" must be a uuid/],
    ['object=element:parts', /element:NAMESPACE\.CODE/],
    ['object=element:all.parts/x', /element:NAMESPACE\.CODE/],
    ['cursor=1.x.0', /"cursor" must be/],
    ['size=1001', /"size"/],
    ['outcome=both', /"outcome" must be one of done, refused/],
    ['from=2016-12-31T23:59:60Z', /"from" is not a time/],
  ] as const) {
    it(`refuses ${parameters}`, async () => {
      assertRefused(await started.call('GET', `/api/v1/audit?${parameters}`), 400, 'input.wrong', sentence)
    })
  }
})

it('no row of the audit log or the history contains a token or its hash', async () => {
  const { body } = await started.call('POST', '/api/v1/tokens', { name: 'canary' })
  await made(started.as(body.token), parts, { __name: 'by the canary' })
  const rows = await started.platform.database.reader.rows<{ text: string }>(sql`
    select a::text as text from audit a union all select h::text from element_history h`)
  const hashes = await started.platform.database.reader.rows<{ hash: string }>(sql`
    select encode(hash, 'hex') as hash from token union all select encode(hash, 'base64') from token`)
  for (const secret of [adminToken, body.token, ...hashes.map(({ hash }) => hash)])
    assert.ok(!rows.some(({ text }) => text.includes(secret)))
})

it('the chain is valid after all of these changes', async () => {
  const verified = async () => {
    await started.platform.context.audit.seal()
    return (await started.call('GET', '/api/v1/audit/verify')).body
  }
  let body = await verified()
  // Other databases on the same server may delay the seal.
  while (body.unsealedRows > 0) body = await verified()
  assert.deepEqual([body.problems, body.next, body.days.length], [[], null, 1])
  assert.match(body.days[0].hash, /^[0-9a-f]{64}$/)
})
