import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import type { Transaction } from './database.ts'
import { sql } from './sql.ts'

let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
  await database.outsideTransaction(sql`create table part (name text primary key)`)
})
after(() => database[Symbol.asyncDispose]())
beforeEach(() => database.single.rows(sql`delete from part`))

const write = (tx: Transaction, name: string) => tx.rows(sql`insert into part values (${name})`)
const names = async () =>
  (await database.reader.rows<{ name: string }>(sql`select name from part order by name`)).map(({ name }) => name)
const refusal = () => {
  throw new Error('refused')
}

describe('a savepoint', () => {
  it('is committed with its transaction', async () => {
    const result = await database.transaction(async (tx) => {
      await write(tx, 'a')
      return tx.savepoint(async (part) => {
        await write(part, 'b')
        return 'done'
      })
    })
    assert.equal(result, 'done')
    assert.deepEqual(await names(), ['a', 'b'])
  })

  it('is rolled back alone when its work throws, also after a failed statement', async () => {
    await database.transaction(async (tx) => {
      await write(tx, 'a')
      await assert.rejects(
        tx.savepoint((part) => write(part, 'b').then(refusal)),
        /refused/,
      )
      await assert.rejects(
        tx.savepoint((part) => write(part, 'c').then(() => write(part, 'a'))),
        { code: '23505' },
      )
      await write(tx, 'd')
    })
    assert.deepEqual(await names(), ['a', 'd'])
  })

  it('is rolled back with the savepoint around it', async () => {
    await database.transaction(async (tx) => {
      const outer = tx.savepoint(async (part) => {
        await part.savepoint((inner) => write(inner, 'inner'))
        await assert.rejects(
          part.savepoint((inner) => write(inner, 'other').then(refusal)),
          /refused/,
        )
        await write(part, 'outer')
        refusal()
      })
      await assert.rejects(outer, /refused/)
      await write(tx, 'after')
    })
    assert.deepEqual(await names(), ['after'])
  })

  it('cannot be released when its work ignored the failure of a statement', async () => {
    const work = async (tx: Transaction) => {
      await write(tx, 'a')
      await tx.savepoint((part) => write(part, 'a').catch(() => []))
    }
    await assert.rejects(database.transaction(work))
    assert.deepEqual(await names(), [])
  })

  it('refuses statements of the surrounding transaction while it is open, and its own statements after its end', async () => {
    await database.transaction(async (tx) => {
      const around = tx.savepoint(() => write(tx, 'a'))
      await assert.rejects(around, /its own tx/)
      const both = tx.savepoint((part) => write(part, 'b').then(() => tx.savepoint(async () => {})))
      await assert.rejects(both, /its own tx/)
      let kept: Transaction | undefined
      await tx.savepoint(async (part) => {
        kept = part
      })
      await assert.rejects(write(kept!, 'c'), /over/)
    })
    assert.deepEqual(await names(), [])
  })
})

describe('an effect after the commit', () => {
  it('runs once, in order, after the changes are visible', async () => {
    const seen: unknown[] = []
    let attempts = 0
    await database.transaction(async (tx) => {
      await write(tx, 'a')
      tx.afterCommit(async () => void seen.push('first', await names()))
      if (++attempts === 1) await tx.rows(sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`)
    })
    assert.deepEqual([attempts, seen], [2, ['first', ['a']]])
  })

  it('does not run after a rollback, nor for a savepoint that was rolled back', async () => {
    const seen: string[] = []
    const note = (tx: Transaction, text: string) => tx.afterCommit(async () => void seen.push(text))
    await assert.rejects(
      database.transaction(async (tx) => {
        note(tx, 'rolled back')
        refusal()
      }),
      /refused/,
    )
    await database.transaction(async (tx) => {
      await tx.savepoint(async (part) => note(part, 'released'))
      const undone = tx.savepoint(async (part) => {
        note(part, 'undone')
        refusal()
      })
      await assert.rejects(undone, /refused/)
    })
    assert.deepEqual(seen, ['released'])
  })

  it('that fails is reported, and the other effects still run', async () => {
    const seen: string[] = []
    const work = async (tx: Transaction) => {
      await write(tx, 'a')
      tx.afterCommit(async () => refusal())
      tx.afterCommit(async () => void seen.push('second'))
    }
    await assert.rejects(database.transaction(work), /refused/)
    assert.deepEqual([seen, await names()], [['second'], ['a']])
  })
})

describe('work outside of a transaction', () => {
  it('runs once while no transaction is open, and the transaction starts again with its result', async () => {
    let [attempts, prepared] = [0, 0]
    await database.transaction(async (tx) => {
      attempts++
      await write(tx, `attempt ${attempts}`)
      const count = tx.outside('count', async () => {
        prepared++
        await database.single.rows(sql`insert into part values ('outside')`)
        return (await names()).length
      })
      assert.equal(count, 1)
      await tx.savepoint(async (part) =>
        assert.equal(
          part.outside('other', async () => 'result'),
          'result',
        ),
      )
    })
    assert.deepEqual([attempts, prepared], [3, 1])
    assert.deepEqual(await names(), ['attempt 3', 'outside'])
  })

  it('fails the transaction when it fails', async () => {
    const work = async (tx: Transaction) => {
      await write(tx, 'a')
      tx.outside('failing', async () => refusal())
    }
    await assert.rejects(database.transaction(work), /refused/)
    assert.deepEqual(await names(), [])
  })

  it('happens even if the surrounding code ignored the error that requests it', async () => {
    let attempts = 0
    await database.transaction(async (tx) => {
      attempts++
      await tx.savepoint(async (part) => void part.outside('needed', async () => 'result')).catch(() => {})
      await write(tx, 'a')
    })
    assert.deepEqual([attempts, await names()], [2, ['a']])
  })
})
