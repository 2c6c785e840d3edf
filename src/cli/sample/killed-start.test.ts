// At night: this file takes long, and other tests kill servers on every push.
// Starts servers in separate processes, because the tests kill them.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type TestPlace, testPlace } from '../../../test/database.ts'
import { adminToken, type Body, type Call, callAs } from '../../../test/platform.ts'
import { readyUrl, runChancery, runProgram, type ServerProcess } from '../../../test/server-process.ts'
import { openDatabase } from '../../foundation/db/open.ts'
import { eventsRead } from '../../process/triggers/starts/starts.fixture.ts'
import { contentsOf } from './sample-contents.fixture.ts'

const program = fileURLToPath(new URL('killed-start.fixture.ts', import.meta.url))

/**
 * The number of the write at which each start is killed; `during` is the delay in ms when the start is killed during
 * the write. The kills happen while people are created, while the nomenclature is created, and three times on days with
 * processes. Each start first repeats about forty writes.
 */
const kills = [{ at: 25, during: 3 }, { at: 60 }, { at: 75, during: 5 }, { at: 110 }, { at: 120, during: 10 }]

const settingsOf = (place: TestPlace): Record<string, string> => ({
  DATA_DIR: place.dataDir,
  PORT: '0',
  ADMIN_TOKEN: adminToken,
  ...(place.databaseUrl !== undefined && { DATABASE_URL: place.databaseUrl }),
})

/** Waits until the events of all changes are read. Transactions of other tests on the same server may delay them. */
async function untilEventsAreRead({ dataDir, databaseUrl: url }: TestPlace): Promise<void> {
  if (url === undefined) return
  const database = await openDatabase({ url, dataDir, log: () => {} })
  await eventsRead(database.reader).finally(database.close)
}

describe('a first start with the sample that is killed again and again', () => {
  const places: TestPlace[] = []
  const servers: ServerProcess[] = []
  let [killed, whole]: Body[] = []

  async function startAt(place: TestPlace): Promise<Call> {
    const server = runProgram(program, [], settingsOf(place))
    servers.push(server)
    const call = callAs(await readyUrl(server), adminToken)
    assert.doesNotMatch(server.errors(), /data of the sample/)
    await untilEventsAreRead(place)
    return call
  }

  before(async () => {
    places.push(await testPlace(), await testPlace())
    for (const { at, during } of kills) {
      const environment = { KILL_AT: String(at), ...(during !== undefined && { KILL_DURING: String(during) }) }
      const server = runProgram(program, [], { ...settingsOf(places[0]!), ...environment })
      await server.exited
      assert.equal(server.child.signalCode, 'SIGKILL', server.errors())
    }
    killed = await contentsOf(await startAt(places[0]!))
    whole = await contentsOf(await startAt(places[1]!))
    for (const server of servers) {
      server.child.kill('SIGTERM')
      assert.equal(await server.exited, 0, server.errors())
    }
  })
  after(async () => {
    for (const { child } of servers) child.kill('SIGKILL')
    for (const place of places) await place.remove()
  })

  for (const what of [
    ...['people', 'substitutions', 'orgItems', 'groups', 'nomenclature', 'elements', 'instances', 'tasks', 'timers'],
    ...['restorePoints', 'registrations', 'segments', 'files', 'tokens'],
  ])
    it(`has the same ${what} as one that was not killed`, () => {
      assert.deepEqual(killed[what], whole[what])
      assert.ok(what === 'tokens' || whole[what].length > 0)
    })

  it('is intact', async () => {
    const verify = runChancery(['verify'], settingsOf(places[0]!))
    assert.equal(await verify.exited, 0, verify.output())
  })
})
