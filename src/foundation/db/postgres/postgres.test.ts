import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { type TestPlace, testPlace } from '../../../../test/database.ts'
import { asSuperuser, testServerUrl } from '../../../../test/postgres-server.ts'
import { PlatformError } from '../../kit/errors.ts'
import type { Database } from '../database.ts'
import { Script, sql } from '../sql.ts'
import { type Network, openNetwork } from './network.fixture.ts'
import { stalledMs } from './pool.ts'
import { openPostgres } from './postgres.ts'

const skip = testServerUrl() === undefined ? 'SKIPPED: set TEST_DATABASE_URL to a PostgreSQL server' : false
let place: TestPlace
before(async () => {
  if (skip === false) place = await testPlace()
})
after(() => place?.remove())

async function withServer(work: (database: Database, network: Network) => Promise<void>): Promise<void> {
  await using network = await openNetwork(place.databaseUrl!)
  const database = await openPostgres(network.url, () => {})
  try {
    await work(database, network)
  } finally {
    await database.close()
  }
}

const one = sql`select 1 as one`
const unavailable = (error: unknown) =>
  error instanceof PlatformError && error.code === 'database.unavailable' && error.status === 503

/** Twice the usual time, for a busy machine. Less than the statement timeouts, which would end the waiting too. */
const refusedMs = 6_000
const backMs = 10_000

/** Four times the guaranteed time for a network that falls silent. Without the watch, it takes 5 s and more. */
const silenceNoticedMs = 4_000

/** Asserts that the work is refused as unavailable within `withinMs` milliseconds. */
async function refusedSoon(work: Promise<unknown>, withinMs = refusedMs): Promise<void> {
  const tooLate = wait(withinMs, 'too late', { ref: false })
  assert.notEqual(await Promise.race([assert.rejects(work, unavailable), tooLate]), 'too late')
}

function everyKind(database: Database): Promise<unknown>[] {
  return [
    database.reader.rows(one),
    database.single.rows(one),
    database.transaction((tx) => tx.rows(one)),
    database.outsideTransaction(one),
  ]
}

async function worksAgain(database: Database, withinMs = backMs): Promise<void> {
  const untilMs = performance.now() + withinMs
  for (;;) {
    const isLast = performance.now() > untilMs
    const outcomes = await Promise.allSettled(everyKind(database))
    if (outcomes.every(({ status }) => status === 'fulfilled')) return
    if (isLast) assert.fail(`still failing: ${JSON.stringify(outcomes)}`)
    await wait(20)
  }
}

describe('a PostgreSQL server that is slow to answer at the start', { skip }, () => {
  it('is waited for, since a busy machine takes long to open a connection', async () => {
    await using network = await openNetwork(place.databaseUrl!)
    network.delay(3_000)
    const opening = openPostgres(network.url, () => {})
    await wait(3_500)
    network.delay(0)
    const database = await opening
    assert.deepEqual(await database.reader.rows(one), [{ one: 1 }])
    await database.close()
  })
})

describe('a PostgreSQL server that stops and starts', { skip }, () => {
  it('while it is stopped all statements are refused in time, and they work again after it has started', () =>
    withServer(async (database, network) => {
      await Promise.all(everyKind(database))
      const running = database.reader.rows(sql`select pg_sleep(20)`)
      const inPipeline = database.single.rows(sql`select pg_sleep(3)`)
      const away = wait(50).then(() => network.goAway())
      await Promise.all([refusedSoon(running), refusedSoon(inPipeline), away])
      await Promise.all(everyKind(database).map((work) => refusedSoon(work)))
      assert.equal(await database.isReady(), false)
      await network.comeBack()
      await worksAgain(database)
    }))

  it('a network that drops all bytes is detected, for statements under way and for later ones', () =>
    withServer(async (database, network) => {
      await Promise.all(everyKind(database))
      network.swallow(true)
      for (let times = 2; times > 0; times--)
        await Promise.all(everyKind(database).map((work) => refusedSoon(work, silenceNoticedMs)))
      // More transactions than connections, to check that those that wait for a connection are refused too.
      const many = Array.from({ length: 30 }, () => database.transaction((tx) => tx.rows(one)))
      await Promise.all(many.map((work) => refusedSoon(work, silenceNoticedMs)))
      network.swallow(false)
      await worksAgain(database, silenceNoticedMs)
    }))

  it('a long statement is not cut off while the server accepts new connections', () =>
    withServer(async (database) => {
      const long = [
        database.reader.row(sql`select 1 as one from pg_sleep(3)`),
        database.single.row(sql`select 1 as one from pg_sleep(3)`),
        database.transaction((tx) => tx.row(sql`select 1 as one from pg_sleep(3)`)),
      ]
      assert.deepEqual(await Promise.all(long), [{ one: 1 }, { one: 1 }, { one: 1 }])
    }))

  it('a slow network and a busy process do not count as silence', () =>
    withServer(async (database, network) => {
      await Promise.all(everyKind(database))
      network.delay(300)
      const slow = database.single.row(one)
      const untilMs = performance.now() + 1_500
      await wait(50)
      while (performance.now() < untilMs);
      assert.deepEqual(await slow, { one: 1 })
      assert.deepEqual(await database.transaction((tx) => tx.row(one)), { one: 1 })
    }))

  it('idle connections that break do not end the process', () =>
    withServer(async (database, network) => {
      await Promise.all(everyKind(database))
      network.breakAll()
      await wait(50)
      await worksAgain(database)
    }))

  it('a transaction whose connection is ended by the server fails, and the next one works', () =>
    withServer(async (database) => {
      const killed = database.transaction(async (tx) => {
        const me = await tx.row<{ pid: number }>(sql`select pg_backend_pid() as pid`)
        await endBackend(me!.pid)
        await tx.rows(one)
      })
      await assert.rejects(killed, unavailable)
      await worksAgain(database)
    }))

  it('a session that has become read-only refuses one write, and the next write uses another session', () =>
    withServer(async (database) => {
      const write = sql`select nextval('place')`
      await database.single.rows(new Script('create sequence place'))
      try {
        await database.single.rows(sql`select set_config('default_transaction_read_only', 'on', false)`)
        await assert.rejects(database.single.rows(write), { code: 'database.read_only', status: 503 })
        assert.deepEqual(await database.single.rows(write), [{ nextval: '1' }])
      } finally {
        await database.single.rows(new Script('drop sequence place'))
      }
    }))

  it('opening fails when the server cannot be reached', async () => {
    await assert.rejects(
      openPostgres('postgres://nobody@127.0.0.1:1/none', () => {}),
      unavailable,
    )
  })
})

describe('a deadlock on a PostgreSQL server', { skip }, () => {
  it('does not fail the single statement that the server chose as the victim', () =>
    withServer(async (database) => {
      await database.single.rows(
        new Script('create table pair (id int primary key, n int); insert into pair values (1, 0), (2, 0)'),
      )
      try {
        const add = (id: number) => sql`update pair set n = n + 1 where id = ${id}`
        const transaction = database.transaction(async (tx) => {
          await tx.rows(add(1))
          // The other statement waits for row 1 during this time, so its session is the first to check for a deadlock.
          await wait(300)
          await tx.rows(add(2))
        })
        await wait(100)
        const both = sql`
          with two as materialized (select id from pair where id = 2 for update)
          update pair p set n = p.n + 1 from two where p.id in (1, 2)`
        await Promise.all([transaction, database.single.rows(both)])
        assert.deepEqual(await database.reader.rows(sql`select n from pair`), [{ n: 2 }, { n: 2 }])
      } finally {
        await database.single.rows(new Script('drop table pair'))
      }
    }))
})

describe('limits on a PostgreSQL server', { skip }, () => {
  it('statements wait when there are more of them than connections', () =>
    withServer(async (database) => {
      const many = Array.from({ length: 60 }, () => database.reader.rows(sql`select pg_sleep(0.01)`))
      assert.equal((await Promise.all(many)).length, 60)
    }))

  it('a slow read does not delay single statements', () =>
    withServer(async (database) => {
      const [held, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const holder = database.transaction(async (tx) => {
        await tx.rows(sql`select pg_advisory_xact_lock(1)`)
        held.resolve()
        await over.promise
      })
      await held.promise
      const slow = Array.from({ length: 4 }, () => database.reader.rows(sql`select pg_advisory_xact_lock_shared(1)`))
      await Promise.all(Array.from({ length: 20 }, () => database.single.rows(one)))
      over.resolve()
      await Promise.all([holder, ...slow])
    }))

  it('a statement that is cancelled by its timeout is the fault of the request', () =>
    withServer(async (database) => {
      const slow = database.transaction(async (tx) => {
        await tx.rows(new Script('set local statement_timeout = 50'))
        await tx.rows(sql`select pg_sleep(5)`)
      })
      await assert.rejects(slow, (error) => error instanceof PlatformError && error.code === 'query.too_slow')
    }))

  it('sessions use UTC and have a name', () =>
    withServer(async (database) => {
      const settings = sql`
        select current_setting('timezone') as zone, current_setting('application_name') as name,
          current_setting('statement_timeout') as limit`
      assert.deepEqual(await database.reader.row(settings), { zone: 'UTC', name: 'chancery', limit: '10s' })
      assert.deepEqual(await database.single.row(settings), { zone: 'UTC', name: 'chancery', limit: '5s' })
      await database.outsideTransaction(one)
      assert.deepEqual(await database.reader.row(settings), { zone: 'UTC', name: 'chancery', limit: '10s' })
    }))

  it('a statement without a timeout is cut off when the database is closed', async () => {
    let long: Promise<void> | undefined
    await withServer(async (database) => {
      long = database.outsideTransaction(sql`select pg_sleep(60)`)
      long.catch(() => {})
      await wait(300)
    })
    await assert.rejects(long!)
  })

  it('a closed database refuses statements and opens no connection again', async () => {
    await using network = await openNetwork(place.databaseUrl!)
    const database = await openPostgres(network.url, () => {})
    await Promise.all(everyKind(database))
    const opened = network.opened()
    assert.ok(opened > 0)
    await database.close()
    // Such statements come from requests whose connection was cut. A new connection would keep the process alive.
    await Promise.all(everyKind(database).map((late) => assert.rejects(late, unavailable)))
    assert.equal(network.opened(), opened)
  })

  it('many different statements leave only a few prepared ones', () =>
    withServer(async (database) => {
      await database.transaction(async (tx) => {
        for (let n = 0; n < 200; n++) await tx.rows(sql`select ${sqlNumber(n)}`)
        const prepared = await tx.row<{ n: number }>(sql`select count(*)::int as n from pg_prepared_statements`)
        assert.ok(prepared!.n < 10)
      })
    }))
})

/** Returns a number as SQL text, so that each statement differs, as statements with ever new column names do. */
function sqlNumber(n: number): Script {
  return new Script(String(n))
}

async function endBackend(pid: number): Promise<void> {
  await asSuperuser(testServerUrl()!, (superuser) => superuser.query('select pg_terminate_backend($1)', [pid]))
}

describe('a pool whose connections are all lent', { skip }, () => {
  it('refuses work that waits when none comes back, and works again when one does', () =>
    withServer(async (database) => {
      const release = Promise.withResolvers<void>()
      const lent = Array.from({ length: 10 }, () =>
        database.transaction(async (tx) => {
          await tx.rows(one)
          await release.promise
        }),
      )
      const until = performance.now() + 60_000
      while (database.connectionUse().running < 10 && performance.now() < until) await wait(20)
      // Less than the time after which the driver itself gives up.
      const tooLate = wait(4_500, 'too late', { ref: false })
      const refused = assert.rejects(database.reader.rows(one), (error) => {
        assert.ok(error instanceof PlatformError)
        assert.deepEqual([error.code, error.status], ['database.busy', 503])
        return true
      })
      assert.notEqual(await Promise.race([refused, tooLate]), 'too late')
      release.resolve()
      await Promise.all(lent)
      assert.deepEqual(await database.reader.rows(one), [{ one: 1 }])
    }))
})

it('work that waits for a connection is refused within 2 s when none comes back', () => {
  // The time is checked at ten moments of the wait.
  assert.ok(stalledMs + stalledMs / 10 <= 2_000, `${stalledMs}`)
})
