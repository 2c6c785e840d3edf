// Takes long, on PostgreSQL: it kills servers under load.
import assert from 'node:assert/strict'
import { cpSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { testPlace } from '../database.ts'
import { freePort } from '../server-process.ts'
import { countOutcomes } from './ledger.ts'
import { startPostgres } from './private-postgres.ts'
import { startServer } from './server.ts'
import { runStorm, type StormOptions } from './storm.ts'

const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000)

async function survives(options: Omit<StormOptions, 'seed'>): Promise<void> {
  const { problems, entries } = await runStorm({ ...options, seed })
  assert.deepEqual(problems.slice(0, 20), [], `KILL_SEED=${seed}`)
  assert.ok(countOutcomes(entries).acked > 0)
}

describe('kill -9 under load', () => {
  it('loses no acknowledged write on the embedded database', () => survives({ kills: 2 }))

  it('loses no acknowledged write on PostgreSQL', async (test) => {
    if (!process.env.TEST_DATABASE_URL) return test.skip('TEST_DATABASE_URL is not set')
    const { databaseUrl, remove } = await testPlace()
    try {
      await survives({ kills: 2, databaseUrl })
    } finally {
      await remove()
    }
  })

  it('of PostgreSQL: the server survives, and nothing is lost', async (test) => {
    await using postgres = await startPostgres()
    if (postgres === undefined) return test.skip('no PostgreSQL server is installed')
    await survives({ kills: 2, databaseUrl: postgres.url, victim: postgres })
  })

  it('is detected as a failure when acknowledged writes are lost, as by an older copy of the data folder', async () => {
    const { problems } = await runStorm({
      kills: 2,
      seed,
      betweenKillAndStart(kill, dataDir) {
        const kept = `${dataDir}-kept`
        const [from, to] = kill === 1 ? [dataDir, kept] : [kept, dataDir]
        rmSync(to, { recursive: true, force: true })
        cpSync(from, to, { recursive: true })
        if (kill === 2) rmSync(kept, { recursive: true })
      },
    })
    assert.ok(problems.some((problem) => problem.startsWith('lost create')))
    assert.ok(problems.some((problem) => /^lost (update|revision)/.test(problem)))
  })
})

describe('a PostgreSQL server that may lose acknowledged writes', () => {
  for (const setting of ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']) {
    it(`is refused at the start: ${setting}`, async (test) => {
      await using postgres = await startPostgres([setting])
      if (postgres === undefined) return test.skip('no PostgreSQL server is installed')
      const dataDir = join(tmpdir(), `chancery-refused-${process.pid}`)
      const start = freePort().then((port) => startServer({ dataDir, port, databaseUrl: postgres.url }))
      await assert.rejects(start, new RegExp(setting.split('=')[0]!))
      rmSync(dataDir, { recursive: true, force: true })
    })
  }
})
