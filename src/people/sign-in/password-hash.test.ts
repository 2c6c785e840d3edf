import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PasswordHashes, usualCost } from './password-hash.ts'

const cheap = new PasswordHashes({ ln: 4, r: 8, p: 1 })

describe('the hash of a password', () => {
  it('matches the password from which it was made and no other', async () => {
    const hash = await cheap.make('a long enough password')
    assert.equal(await cheap.fits('a long enough password', hash), true)
    assert.equal(await cheap.fits('a long enough passworD', hash), false)
  })

  it('is made from the whole password: nothing is cut, trimmed or normalised', async () => {
    const long = 'x'.repeat(127)
    for (const [password, other] of [
      [' with spaces ', 'with spaces'],
      [`${long}a`, `${long}b`],
      ['caf\u00e9 caf\u00e9', 'cafe\u0301 cafe\u0301'],
      ['пароль и ещё', 'пароль и еще'],
    ] as const) {
      const hash = await cheap.make(password)
      assert.deepEqual([await cheap.fits(password, hash), await cheap.fits(other, hash)], [true, false])
    }
  })

  it('is salted, and contains its parameters', async () => {
    const [one, other] = [await cheap.make('the same password'), await cheap.make('the same password')]
    assert.notEqual(one, other)
    assert.match(one, /^\$scrypt\$ln=4,r=8,p=1\$/)
  })

  it('matches nothing when there is none', async () => {
    assert.equal(await cheap.fits('anything at all', undefined), false)
  })

  it('is computed in a limited queue, also when there is none', async () => {
    const hash = await cheap.make('a long enough password')
    for (const known of [hash, undefined]) {
      const answers = await Promise.allSettled(Array.from({ length: 60 }, () => cheap.fits('x', known)))
      const refused = answers.filter((answer) => answer.status === 'rejected')
      assert.ok(refused.length >= 60 - 32 && refused.length < 60)
      for (const { reason } of refused) assert.deepEqual([reason.code, reason.status], ['sign_in.busy', 429])
    }
  })

  it('with other parameters still matches, and counts as outdated', async () => {
    const old = await new PasswordHashes({ ln: 3, r: 8, p: 1 }).make('a long enough password')
    assert.equal(await cheap.fits('a long enough password', old), true)
    assert.deepEqual([cheap.isOutdated(old), cheap.isOutdated(await cheap.make('x'))], [true, false])
  })

  it('costs at least what OWASP recommends', async () => {
    assert.ok(usualCost.ln >= 17 && usualCost.r >= 8 && usualCost.p >= 1)
    const hashes = new PasswordHashes()
    assert.equal(await hashes.fits('a long enough password', await hashes.make('a long enough password')), true)
  })
})
