import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertDone, made, parts, things } from '../../../../test/everything.ts'
import type { Call } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { userWithTasks } from '../notifications/notifications.fixture.ts'
import { type EventClient, earlierEnded, openEvents } from './events.fixture.ts'

const server = useServer()
const both = 'topics=application:all.parts,application:all.things'

const checkpointOf = async (call: Call): Promise<string> => (await call('GET', '/api/v1/workspace')).body.checkpoint

/** Returns a checkpoint of a user that is later than all changes so far. */
async function laterCheckpoint(call: Call): Promise<string> {
  await earlierEnded(server.running().platform.database.reader)
  return checkpointOf(call)
}

/** Returns a function that opens streams of a user, or of a new one. */
async function watcher(user?: { readonly login: string; readonly call: Call }) {
  const { login, call } = user ?? (await server.user())
  const { body } = await server.call('POST', '/api/v1/tokens', { name: 'events', login })
  const open = (query: string, headers: Record<string, string> = {}): Promise<EventClient> =>
    openEvents(server.running().url, `?${query}`, { authorization: `Bearer ${body.token}`, ...headers })
  return { call, open }
}

describe('a stream that begins at a checkpoint', () => {
  it('says which topics have changed since, before it was opened', async () => {
    const { call, open } = await watcher()
    const first = await laterCheckpoint(call)
    await made(server.call, parts, { code: 'between' })
    const second = await laterCheckpoint(call)
    await using early = await open(`${both}&since=${first}`)
    await using late = await open(`${both}&since=${second}`)
    assert.deepEqual(await early.watching(), ['application:all.parts'])
    assert.deepEqual(await late.watching(), [])
  })

  it('says what was written before the checkpoint and committed after it, in another order', async (test) => {
    const { database } = server.running().platform
    if (database.kind === 'embedded') return test.skip('the embedded database runs one transaction at a time')
    const user = await server.user()
    const { call, tasks } = await userWithTasks({ call: server.call, user: async () => user }, 2)
    const { open } = await watcher(user)
    await laterCheckpoint(call)
    /** Changes a task in a transaction, which is committed by the returned function. */
    const changing = async (task: string): Promise<() => Promise<void>> => {
      const [written, committing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const transaction = database.transaction(async (tx) => {
        await tx.rows(sql`update process_task set turn = audit_turn(pg_current_xact_id()) where id = ${task}::uuid`)
        written.resolve()
        await committing.promise
      })
      await written.promise
      return async () => {
        committing.resolve()
        await transaction
      }
    }
    const commitFirst = await changing(tasks[0]!)
    const commitSecond = await changing(tasks[1]!)
    const [before, since] = [await checkpointOf(call), await checkpointOf(call)]
    await using early = await open(`since=${before}`)
    // Begins while both transactions are running, whose changes it reports later.
    assert.deepEqual(await early.watching(), [])
    await commitSecond()
    const between = await checkpointOf(call)
    await commitFirst()
    await early.changed('tasks')
    for (const checkpoint of [since, between]) {
      await using stream = await open(`since=${checkpoint}`)
      assert.deepEqual(await stream.watching(), ['tasks'])
    }
  })

  it('says that tasks have changed to their performers only', async () => {
    const user = await server.user()
    const { call, tasks } = await userWithTasks({ call: server.call, user: async () => user }, 1)
    const [performer, other] = [await watcher(user), await watcher()]
    const [own, others] = [await laterCheckpoint(call), await laterCheckpoint(other.call)]
    assertDone(await call('POST', `/api/v1/tasks/${tasks[0]}/complete`, { exit: 'accept', context: { amount: '5' } }))
    await earlierEnded(server.running().platform.database.reader)
    await using stream = await performer.open(`since=${own}`)
    await using silent = await other.open(`since=${others}`)
    assert.ok((await stream.watching()).includes('tasks'))
    assert.deepEqual(await silent.watching(), [])
  })

  it('says that notifications have changed when they were read', async () => {
    const user = await server.user()
    const { call } = await userWithTasks({ call: server.call, user: async () => user }, 1)
    const { open } = await watcher(user)
    const first = await laterCheckpoint(call)
    assertDone(await call('POST', '/api/v1/notifications/read', {}))
    const second = await laterCheckpoint(call)
    await using changed = await open(`since=${first}`)
    await using unchanged = await open(`since=${second}`)
    assert.deepEqual(await changed.watching(), ['notifications', 'tasks'])
    assert.deepEqual(await unchanged.watching(), [])
  })

  it('counts every topic as changed when there is no checkpoint, or none that the server knows', async () => {
    const { open } = await watcher()
    const queries = [both, ...['of another version', '999999999999999999'].map((since) => `${both}&since=${since}`)]
    const streams = await Promise.all(queries.map((query) => open(query)))
    for (const stream of streams) {
      assert.deepEqual(await stream.watching(), [
        'application:all.parts',
        'application:all.things',
        'notifications',
        'tasks',
      ])
      await stream[Symbol.asyncDispose]()
    }
  })

  it('begins at a checkpoint of the same user only, which is not readable', async () => {
    const [own, other] = [await watcher(), await watcher()]
    const checkpoint = await laterCheckpoint(own.call)
    assert.notEqual(await checkpointOf(own.call), checkpoint)
    assert.match(checkpoint, /^[\w-]{60,}$/)
    await using stream = await own.open(`since=${checkpoint}`)
    await using streamOfOther = await other.open(`since=${checkpoint}`)
    assert.deepEqual(await stream.watching(), [])
    assert.deepEqual(await streamOfOther.watching(), ['notifications', 'tasks'])
  })

  it('goes on after the last event when a browser connects again', async () => {
    const { call, open } = await watcher()
    const since = await laterCheckpoint(call)
    await using stream = await open(`${both}&since=${since}`)
    await stream.watching()
    await made(server.call, parts, { code: 'reported' })
    await stream.changed('application:all.parts')
    await made(server.call, things, { title: 'reported later' })
    await stream.changed('application:all.things')
    await using again = await open(`${both}&since=${since}`, { 'last-event-id': stream.lastEventId()! })
    assert.equal((await again.watching()).includes('application:all.parts'), false)
  })
})
