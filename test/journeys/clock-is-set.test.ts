// Takes long, on PostgreSQL: it starts servers whose clocks are wrong.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { publish } from '../../src/process/definition/templates/templates.fixture.ts'
import { bpmn, element, end, extensions, flows, start, timer } from '../../src/process/engine/process.fixture.ts'
import { testPlace } from '../database.ts'
import { assertDone } from '../everything.ts'
import { adminToken } from '../kill/api-client.ts'
import { deploy } from '../kill/deploy.ts'
import { type Server, startServerAgain } from '../kill/server.ts'
import { type Body, type Call, callAs } from '../platform.ts'
import { freePort } from '../server-process.ts'

const hourMs = 3_600_000
const counterparties = '/pub/v1/app/ref/counterparties'
const napMs = 3_000
/** Maximum time in ms until a due timer fires on a busy machine. */
const patienceMs = 60_000

/** A process that waits for three seconds. */
const nap = bpmn([
  extensions('<chancery:variable name="mark" type="string"/>'),
  start(),
  element('intermediateCatchEvent', 'nap', timer(`PT${napMs / 1000}S`)),
  end(),
  flows('s > nap > e'),
])

interface Stage {
  readonly call: Call
  /** Sets the clock of the machine ahead of the real time; back, if the number is negative. */
  setClock(aheadMs: number): Promise<void>
  restart(): Promise<void>
}

async function onStage(work: (stage: Stage) => Promise<void>): Promise<void> {
  const place = await testPlace()
  const file = join(place.dataDir, 'clock')
  writeFileSync(file, '0')
  const hook = new URL('moved-date.ts', import.meta.url).href
  const environment = { NODE_OPTIONS: `--import ${hook}`, CLOCK_FILE: file }
  const port = await freePort()
  const { dataDir, databaseUrl } = place
  const startIt = (): Promise<Server> => startServerAgain({ dataDir, port, databaseUrl, environment })
  let server = await startIt()
  try {
    await deploy([server.url])
    await work({
      call: callAs(server.url, adminToken),
      async setClock(aheadMs) {
        writeFileSync(file, String(aheadMs))
        await sleep(500)
      },
      async restart() {
        assert.equal(await server.stop(), 0)
        server = await startIt()
      },
    })
  } finally {
    await server.kill()
    await place.remove()
  }
}

const created = async (call: Call, name: string, key: string = randomUUID()): Promise<Body> => {
  const context = { full_name: name }
  const answer = await call('POST', `${counterparties}/create`, { context }, { 'idempotency-key': key })
  assertDone(answer)
  return answer.body.item
}

async function names(call: Call): Promise<string[]> {
  const list = await call('POST', `${counterparties}/list`, { size: 1_000, fields: { full_name: true } })
  assertDone(list)
  return list.body.result.result.map((one: Body) => one.full_name).sort()
}

describe('a clock that is set while the server runs', () => {
  for (const aheadMs of [-hourMs, 72 * hourMs]) {
    it(`by ${aheadMs / hourMs} h: what was acknowledged stays, requests go on, and a repeated request is carried out once`, () =>
      onStage(async ({ call, setClock, restart }) => {
        const key = randomUUID()
        const before = await created(call, 'before', key)
        await setClock(aheadMs)
        // An idempotency key is kept for a day.
        if (aheadMs < 0) assert.equal((await created(call, 'before', key)).__id, before.__id)
        for (const name of ['changed', 'changed again']) {
          const path = `${counterparties}/${before.__id}/update`
          assertDone(await call('POST', path, { context: { full_name: name } }))
        }
        await created(call, 'after')
        assertDone(await call('GET', '/api/v1/me'))
        const history = await call('GET', `/api/v1/elements/ref/counterparties/${before.__id}/history`)
        assertDone(history)
        assert.deepEqual(history.body.result.result.map(({ rev }: Body) => rev).sort(), [1, 2, 3])
        assert.deepEqual(await names(call), ['after', 'changed again'])
        await setClock(0)
        await created(call, 'later')
        assert.deepEqual(await names(call), ['after', 'changed again', 'later'])
        await restart()
        assert.deepEqual(await names(call), ['after', 'changed again', 'later'])
        assertDone(await call('GET', '/api/v1/audit/verify'))
      }))
  }

  it('of a node on PostgreSQL: timers fire in time by the clock of the database, neither early nor late', (test) => {
    if (!process.env.TEST_DATABASE_URL) return test.skip('SKIPPED: TEST_DATABASE_URL is not set')
    return onStage(async ({ call, setClock }) => {
      const published = await publish(call, 'docs.nap', nap)
      assert.equal(published.status, 200, JSON.stringify(published.body))
      for (const aheadMs of [-hourMs, 72 * hourMs, 0]) {
        await setClock(aheadMs)
        const startMs = performance.now()
        const started = await call('POST', '/pub/v1/bpm/template/docs/nap/run', { context: { mark: 'a' } })
        assertDone(started)
        const { __id } = started.body.context
        for (;;) {
          const { body } = await call('GET', `/pub/v1/bpm/instance/${__id}/get`)
          const tookMs = performance.now() - startMs
          assert.ok(tookMs < patienceMs, `the timer has not fired; the clock is ahead by ${aheadMs / hourMs} h`)
          if (body.data.__state === 'done') {
            assert.ok(
              tookMs >= napMs,
              `the timer fired after ${tookMs} ms; the clock is ahead by ${aheadMs / hourMs} h`,
            )
            break
          }
          await sleep(100)
        }
      }
    })
  })
})
