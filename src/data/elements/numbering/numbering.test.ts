import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { systemClock } from '../../../foundation/kit/clock.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { Numbering } from './numbering.ts'

describe('numbers inside an application', () => {
  let database: TestDatabase
  before(async () => {
    database = await openTestDatabase()
  })
  after(() => database[Symbol.asyncDispose]())

  it('begin with 1 and are consecutive under low load', async () => {
    const app = newId()
    const numbering = new Numbering(database, systemClock)
    assert.deepEqual([await numbering.take(app, 1), await numbering.take(app, 1)], [1, 2])
    assert.equal(await numbering.take(newId(), 1), 1)
  })

  it('are never assigned twice, by any number of concurrent callers and nodes', async () => {
    const app = newId()
    const nodes = [new Numbering(database, systemClock), new Numbering(database, systemClock)]
    const taken = await Promise.all(Array.from({ length: 2_000 }, (_, index) => nodes[index % 2]!.take(app, 1)))
    assert.equal(new Set(taken).size, 2_000)
  })

  it('are consecutive within a batch', async () => {
    const app = newId()
    const numbering = new Numbering(database, systemClock)
    const [first, batch, next] = await Promise.all([
      numbering.take(app, 1),
      numbering.take(app, 1_000),
      numbering.take(app, 1),
    ])
    const all = new Set([first, next, ...Array.from({ length: 1_000 }, (_, index) => batch + index)])
    assert.equal(all.size, 1_002)
  })

  it('have no gap after a clean stop', async () => {
    const app = newId()
    const before = new Numbering(database, systemClock)
    for (let count = 0; count < 20; count++) await before.take(app, 1)
    await before.close()
    assert.equal(await new Numbering(database, systemClock).take(app, 1), 21)
  })
})
