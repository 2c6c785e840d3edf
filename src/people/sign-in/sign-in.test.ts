import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { sql } from '../../foundation/db/sql.ts'
import { createMovableClock } from '../../foundation/kit/clock.ts'
import { type Caller, People, systemCaller } from '../index.ts'
import { Authentication } from './authentication.ts'
import { PasswordHashes } from './password-hash.ts'

const clock = createMovableClock()
const hourMs = 3_600_000
const device = { address: '192.0.2.1', agent: 'test', requestId: 'r' }
const password = 'a long enough password'
const refused = { code: 'sign_in.refused', status: 401, message: 'the login or the password is wrong' }

let database: TestDatabase
let people: People
let system: Caller
const authentications: Authentication[] = []
before(async () => {
  database = await openTestDatabase()
  people = new People({ database, clock })
  system = systemCaller(await people.administrator())
})
after(async () => {
  for (const one of authentications) await one.sessions.close()
  await people.close()
  await database.close()
})

function authenticationWith(hashes: PasswordHashes): Authentication {
  const authentication = new Authentication(database, clock, hashes)
  authentications.push(authentication)
  return authentication
}
const cheap = new PasswordHashes({ ln: 4, r: 8, p: 1 })
const cheapBut = (fits: PasswordHashes['fits']): PasswordHashes =>
  Object.assign(new PasswordHashes({ ln: 4, r: 8, p: 1 }), { fits })

async function aUser(authentication: Authentication, login: string): Promise<string> {
  const id = await people.createUser(system, { login })
  await authentication.passwords.set(system, id, password)
  return id
}
const hashOf = async (id: string) =>
  (await database.reader.row<{ hash: string }>(sql`select hash from password where user_id = ${id}`))?.hash

describe('signing in', () => {
  it('verifies exactly one hash, whether the login exists, has a password, is blocked or correct', async () => {
    let checked = 0
    const authentication = authenticationWith(
      cheapBut(async (...given) => {
        checked++
        return cheap.fits(...given)
      }),
    )
    await aUser(authentication, 'anna')
    await people.changeUser(system, await aUser(authentication, 'blocked'), { status: 'blocked' })
    await people.changeUser(system, await aUser(authentication, 'invited'), { status: 'invited' })
    await people.createUser(system, { login: 'without' })
    for (const [login, given] of [
      ['nobody', password],
      ['blocked', password],
      ['invited', password],
      ['without', password],
      ['anna', 'another password'],
    ] as const) {
      checked = 0
      await assert.rejects(authentication.signIn({ login, password: given, ...device }), refused)
      assert.equal(checked, 1, login)
    }
    checked = 0
    assert.ok(await authentication.signIn({ login: 'ANNA', password, ...device }))
    assert.equal(checked, 1)
  })

  it('stores the password with the new parameters when these were raised', async () => {
    const id = await aUser(authenticationWith(cheap), 'boris')
    const newer = authenticationWith(new PasswordHashes({ ln: 5, r: 8, p: 1 }))
    await newer.signIn({ login: 'boris', password, ...device })
    assert.match((await hashOf(id))!, /^\$scrypt\$ln=5/)
    assert.ok(await newer.signIn({ login: 'boris', password, ...device }))
  })

  it('is refused when the password changes, or the user is blocked, during the verification', async () => {
    const plain = authenticationWith(cheap)
    for (const [login, meanwhile] of [
      ['clara', (id: string) => plain.passwords.set(system, id, 'quite another password')],
      ['dora', (id: string) => people.changeUser(system, id, { status: 'blocked' })],
    ] as const) {
      const id = await aUser(plain, login)
      const authentication = authenticationWith(
        cheapBut(async (...given) => {
          const fits = await cheap.fits(...given)
          await meanwhile(id)
          return fits
        }),
      )
      await assert.rejects(authentication.signIn({ login, password, ...device }), refused)
      assert.deepEqual(await database.reader.rows(sql`select from session where user_id = ${id}`), [])
    }
  })
})

describe('changing a password', () => {
  it('is refused when an administrator sets another one during the verification', async () => {
    const plain = authenticationWith(cheap)
    const id = await aUser(plain, 'late')
    const authentication = authenticationWith(
      cheapBut(async (...given) => {
        const fits = await cheap.fits(...given)
        await plain.passwords.set(system, id, 'set by an administrator')
        return fits
      }),
    )
    const change = { current: password, password: 'chosen by a thief', address: '192.0.2.1' }
    const error = { code: 'password.wrong', status: 400 }
    await assert.rejects(authentication.passwords.change({ ...system, userId: id }, change), error)
    assert.ok(await plain.signIn({ login: 'late', password: 'set by an administrator', ...device }))
  })
})

describe('a session', () => {
  const signedIn = async (login: string) => {
    const authentication = authenticationWith(cheap)
    const userId = await aUser(authentication, login)
    const secret = await authentication.signIn({ login, password, ...device })
    const isLive = async () => {
      authentication.sessions.forget()
      return (await authentication.sessions.identify(secret))?.userId === userId
    }
    return { authentication, userId, secret, isLive }
  }

  it('has 256 random bits, and is stored only as a hash', async () => {
    const { secret } = await signedIn('emil')
    assert.equal(Buffer.from(secret, 'base64url').length, 32)
    const rows = await database.reader.rows<{ all: string }>(sql`select session::text as all from session`)
    assert.ok(rows.length > 0 && rows.every(({ all }) => !all.includes(secret)))
  })

  it('ends after 12 hours without use', async () => {
    const { authentication, isLive } = await signedIn('fritz')
    clock.advance(11 * hourMs)
    assert.equal(await isLive(), true)
    // Closing the sessions writes the time of the last use.
    await authentication.sessions.close()
    clock.advance(11 * hourMs)
    assert.equal(await isLive(), true)
    clock.advance(1 * hourMs)
    assert.equal(await isLive(), false)
  })

  it('ends after 7 days, even when it is used', async () => {
    const { authentication, isLive } = await signedIn('gerda')
    for (let hours = 0; hours < 7 * 24; hours += 8) {
      assert.equal(await isLive(), true)
      await authentication.sessions.close()
      clock.advance(8 * hourMs)
    }
    assert.equal(await isLive(), false)
  })

  it('is removed after its end when its user signs in again', async () => {
    const { authentication, userId } = await signedIn('hanna')
    clock.advance(13 * hourMs)
    await authentication.signIn({ login: 'hanna', password, ...device })
    assert.equal((await database.reader.rows(sql`select from session where user_id = ${userId}`)).length, 1)
  })

  it('is refused within a second on a node that has it in its cache', async () => {
    const { authentication, userId, secret } = await signedIn('iris')
    const otherNode = authenticationWith(cheap)
    assert.ok(await otherNode.sessions.identify(secret))
    await authentication.sessions.endAll(systemCaller(userId), userId)
    assert.equal(await authentication.sessions.identify(secret), undefined)
    await new Promise((after) => setTimeout(after, 1_000))
    assert.equal(await otherNode.sessions.identify(secret), undefined)
  })
})
