import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { sql } from '../../foundation/db/sql.ts'
import { createMovableClock } from '../../foundation/kit/clock.ts'
import { newSecret, People, systemCaller } from '../index.ts'

describe('tokens', () => {
  const clock = createMovableClock()
  let database: TestDatabase
  let people: People
  let userId: string

  before(async () => {
    database = await openTestDatabase()
    people = new People({ database, clock })
    userId = await people.administrator()
  })
  after(async () => {
    await people.close()
    await database[Symbol.asyncDispose]()
  })

  const create = async (expiresAt?: Date) => {
    const text = newSecret()
    const until = expiresAt === undefined ? {} : { expiresAt }
    return { id: await people.tokens.create(database.single, { userId, name: 'test', text, ...until }), text }
  }

  it('have 256 random bits and are stored only as a hash', async () => {
    const { text } = await create()
    assert.equal(Buffer.from(text, 'base64url').length, 32)
    const rows = await database.reader.rows<{ all: string }>(sql`select token::text as all from token`)
    assert.ok(rows.every(({ all }) => !all.includes(text)))
  })

  it('identify their user', async () => {
    const { id, text } = await create()
    const identity = await people.tokens.identify(text)
    assert.deepEqual({ ...identity, persons: null }, { userId, tokenId: id, administrator: true, persons: null })
    assert.deepEqual([...identity!.persons.everywhere[0]!.groups].sort(), ['global.administrators', 'global.all_users'])
    assert.equal(await people.tokens.identify(newSecret()), undefined)
  })

  it('expire at the given time', async () => {
    const { text } = await create(new Date(clock.nowMs() + 60_000))
    assert.ok(await people.tokens.identify(text))
    clock.advance(61_000)
    await wait(1_000)
    assert.equal(await people.tokens.identify(text), undefined)
  })

  it('stop working within a second on other nodes after they are revoked, and immediately on this one', async () => {
    const { id, text } = await create()
    const otherNode = new People({ database, clock })
    assert.ok(await otherNode.tokens.identify(text))
    await people.tokens.revoke(systemCaller(userId), id)
    assert.equal(await people.tokens.identify(text), undefined)
    await wait(1_000)
    assert.equal(await otherNode.tokens.identify(text), undefined)
    await otherNode.close()
    await assert.rejects(people.tokens.revoke(systemCaller(userId), id), { code: 'token.not_found' })
  })

  it('of a blocked user stop working within a second', async () => {
    const owner = await people.createUser(systemCaller(userId), { login: 'soon-blocked' })
    const text = newSecret()
    await people.tokens.create(database.single, { userId: owner, name: 'test', text })
    assert.equal((await people.tokens.identify(text))?.administrator, false)
    await database.single.rows(sql`update users set status = 3 where id = ${owner}`)
    await wait(1_000)
    assert.equal(await people.tokens.identify(text), undefined)
  })

  it('record when they were last used', async () => {
    const { id, text } = await create()
    const node = new People({ database, clock })
    await node.tokens.identify(text)
    await node.close()
    const row = await database.reader.row<{ used: boolean }>(
      sql`select last_used_at is not null as used from token where id = ${id}`,
    )
    assert.equal(row?.used, true)
  })
})

describe('users', () => {
  it('have a unique login, ignoring case', async () => {
    await using database = await openTestDatabase()
    const people = new People({ database, clock: createMovableClock() })
    const caller = systemCaller(await people.administrator())
    await people.createUser(caller, { login: 'Anna' })
    await assert.rejects(people.createUser(caller, { login: 'anna' }), {
      code: 'user.login_taken',
      message: /"anna" is taken/,
    })
    assert.equal(await people.administrator(), caller.userId)
    await people.close()
  })
})
