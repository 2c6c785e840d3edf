// Takes long, on PostgreSQL: it kills servers under load.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../../src/foundation/db/sql.ts'
import { testPlace } from '../../database.ts'
import { judgeNumbers } from './judge-numbers.ts'
import { type RegistrationStormOptions, runRegistrationStorm } from './registration-storm.ts'

const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000)

async function storm(options: Partial<RegistrationStormOptions>) {
  return runRegistrationStorm({ kills: 2, seed, registrations: 60, callers: 8, ...options })
}

describe('kill -9 while letters are registered', () => {
  it('leaves numbers from 1 to n, each once, on the embedded database', async () => {
    const { problems, acked, stored } = await storm({})
    assert.deepEqual(problems.slice(0, 20), [], `KILL_SEED=${seed}`)
    assert.ok(acked >= 60 && stored >= acked)
  })

  it('leaves numbers from 1 to n, each once, on PostgreSQL', async (test) => {
    if (!process.env.TEST_DATABASE_URL) return test.skip('TEST_DATABASE_URL is not set')
    const { databaseUrl, remove } = await testPlace()
    try {
      const { problems } = await storm({ databaseUrl })
      assert.deepEqual(problems.slice(0, 20), [], `KILL_SEED=${seed}`)
    } finally {
      await remove()
    }
  })

  it('is detected as a failure when a registration is lost', async () => {
    const { problems } = await storm({
      kills: 1,
      registrations: 20,
      async atTheEnd(database) {
        await database.single.rows(sql`delete from registration where seq = 5`)
      },
    })
    assert.ok(problems.some((one) => one.includes('number 5 is 6')))
    assert.ok(problems.some((one) => /was given the number 5, but it has none/.test(one)))
    assert.ok(problems.some((one) => /registration 5 was removed, but the journal has it/.test(one)))
  })
})

describe('the judge of numbers', () => {
  const letter = (number: string | null, rev = number === null ? '1' : '2') => ({
    letter: `l${number}`,
    number,
    rev,
    revisions: Number(rev),
  })

  it('finds gaps, doubles and letters without their revision', () => {
    assert.deepEqual(judgeNumbers([letter('1'), letter('2'), letter(null)], [{ letter: 'l2', number: '2' }]), [])
    assert.match(judgeNumbers([letter('1'), letter('3')], [])[0]!, /number 2 is 3/)
    assert.match(judgeNumbers([letter('1'), { ...letter('1'), letter: 'x' }], [])[0]!, /number 2 is 1/)
    assert.match(judgeNumbers([letter('1', '1')], [])[0]!, /is at revision 1/)
  })
})
