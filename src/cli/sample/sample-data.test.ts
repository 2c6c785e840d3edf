// Takes long: it plays the data of the sample.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { testPlace } from '../../../test/database.ts'
import { adminToken, type Body, type Call, callAs } from '../../../test/platform.ts'
import { readyUrl, runChancery, type ServerProcess } from '../../../test/server-process.ts'

const cyrillic = /[А-Яа-яЁё]/

const applications = [
  ...['ref/counterparties', 'ref/contacts', 'ref/calls', 'docs/incoming', 'docs/outgoing', 'docs/orders'],
  ...['docs/assignments', 'legal/contracts', 'buy/requests', 'buy/budget_lines'],
]

const namesIn = async (call: Call, path: string): Promise<string[]> =>
  (await call('POST', path, { active: true, size: 100 })).body.result.result.map((one: Body) => one.__name)

/** Waits for the end of the import of the sample and returns how many products it created. */
async function importedBy(call: Call): Promise<number> {
  const untilMs = performance.now() + 60_000
  for (;;) {
    const { imports } = (await call('GET', '/api/v1/imports')).body
    if (imports[0]?.state === 'done') return imports[0].created
    assert.ok(performance.now() < untilMs, JSON.stringify(imports))
    await wait(50)
  }
}

describe('the first start with the sample', () => {
  let place: Awaited<ReturnType<typeof testPlace>>
  let server: ServerProcess
  let call: Call
  const settings = () => ({
    DATA_DIR: place.dataDir,
    PORT: '0',
    ADMIN_TOKEN: adminToken,
    ...(place.databaseUrl !== undefined && { DATABASE_URL: place.databaseUrl }),
  })
  const start = async (): Promise<void> => {
    server = runChancery(['serve', '--sample', 'office'], settings())
    call = callAs(await readyUrl(server), adminToken)
  }
  const stop = async (): Promise<void> => {
    server.child.kill('SIGTERM')
    await server.exited
  }
  const totalOf = async (path: string, body: Body = { active: true, size: 1 }): Promise<number> =>
    (await call('POST', path, body)).body.result.total
  before(async () => {
    place = await testPlace()
    await start()
  })
  after(async () => {
    await stop()
    await place.remove()
  })

  it('plays every step of the timeline', () => {
    assert.doesNotMatch(server.errors(), /data of the sample/)
  })

  it('fills every list, in English', async () => {
    for (const app of applications) {
      const names = await namesIn(call, `/pub/v1/app/${app}/list`)
      assert.ok(names.length > 1, app)
      for (const name of names) assert.doesNotMatch(name, cyrillic, app)
    }
    for (const name of await namesIn(call, '/pub/v1/user/list')) assert.doesNotMatch(name, cyrillic)
    assert.equal(await totalOf('/pub/v1/user/list', { size: 1 }), 13, 'the administrator and twelve people')
    for (const path of [
      'instances',
      'tasks?performer=any',
      'timers',
      'restore-points',
      'registrations',
      'substitutions',
    ])
      assert.ok((await call('GET', `/api/v1/${path}`)).body.result.total > 0, path)
    assert.ok((await totalOf('/pub/v1/marketing/segment', {})) > 1)
    assert.ok((await totalOf('/pub/v1/contracts/docs/any_document/list')) > 10)
  })

  it('imports the products after the start', async () => {
    assert.equal(await importedBy(call), 200)
  })

  it('fills the charts of the home page', async () => {
    for (const report of ['open_tasks_by_age', 'instance_durations', 'registrations_by_week'])
      assert.ok((await totalOf(`/pub/v1/reports/system/${report}/list`, {})) > 0, report)
  })

  it('names tasks and instances in Russian for those who read Russian', async () => {
    const url = await readyUrl(server)
    const headers = { authorization: `Bearer ${adminToken}`, 'accept-language': 'ru' }
    const answer = await fetch(`${url}/api/v1/tasks?performer=any&size=200`, { headers })
    const tasks: Body[] = ((await answer.json()) as Body).result.result
    assert.ok(tasks.length > 20)
    const names = tasks.flatMap(({ subject, instance }) => [subject, instance?.name ?? subject])
    assert.deepEqual(
      names.filter((name) => !/^[А-ЯЁ]/.test(name)),
      [],
    )
  })

  it('gives nobody two open tasks of one letter that look alike', async () => {
    const { body } = await call('GET', '/api/v1/tasks?performer=any&size=500')
    const open: Body[] = body.result.result
    const rows = open.map(({ subject, instance, performers }) => JSON.stringify([subject, instance?.name, performers]))
    assert.ok(rows.some((row) => row.includes('Overdue')))
    assert.deepEqual(
      rows.filter((row, at) => rows.indexOf(row) !== at),
      [],
    )
  })

  it('has letters of three months, and the clock of the server is right again', async () => {
    const { body } = await call('POST', '/pub/v1/app/docs/incoming/list', { active: true, size: 100 })
    const times = body.result.result.map((one: Body) => Date.parse(one.__createdAt))
    assert.ok(Math.max(...times) - Math.min(...times) > 70 * 86_400_000)
    const { body: made } = await call('POST', '/pub/v1/app/ref/counterparties/create', { context: { __name: 'Now' } })
    assert.ok(Math.abs(Date.parse(made.item.__createdAt) - Date.now()) < 60_000)
    assert.equal((await call('GET', '/api/v1/clock')).status, 403, 'the clock cannot be moved through the API')
  })

  it('leaves no token of the people valid', async () => {
    const { body } = await call('GET', '/api/v1/tokens')
    const kept = body.result.result.filter((one: Body) => one.name === 'data of the sample' && one.revokedAt === null)
    assert.deepEqual(kept, [])
  })

  it('is intact', async () => {
    const verify = runChancery(['verify'], settings())
    assert.equal(await verify.exited, 0, verify.output())
  })

  it('is not repeated by the next start', async () => {
    const before = await totalOf('/pub/v1/app/docs/incoming/list')
    await stop()
    await start()
    assert.equal(await totalOf('/pub/v1/app/docs/incoming/list'), before)
  })
})

describe('the first start with the sample, with Russian as the default language', () => {
  let place: Awaited<ReturnType<typeof testPlace>>
  let server: ServerProcess
  let call: Call
  const settings = () => ({
    DATA_DIR: place.dataDir,
    PORT: '0',
    ADMIN_TOKEN: adminToken,
    DEFAULT_LANGUAGE: 'ru',
    ...(place.databaseUrl !== undefined && { DATABASE_URL: place.databaseUrl }),
  })
  before(async () => {
    place = await testPlace()
    server = runChancery(['serve', '--sample', 'office'], settings())
    call = callAs(await readyUrl(server), adminToken)
  })
  after(async () => {
    server.child.kill('SIGTERM')
    await server.exited
    await place.remove()
  })

  it('plays every step of the timeline', () => {
    assert.doesNotMatch(server.errors(), /data of the sample/)
  })

  it('has Russian names in every list', async () => {
    for (const app of applications) {
      const names = await namesIn(call, `/pub/v1/app/${app}/list`)
      assert.ok(names.length > 1, app)
      for (const name of names) assert.match(name, cyrillic, app)
    }
    const people = (await namesIn(call, '/pub/v1/user/list')).filter((name) => cyrillic.test(name))
    assert.equal(people.length, 12)
  })

  it('imports the products after the start', async () => {
    assert.equal(await importedBy(call), 200)
  })

  it('has Russian groups of the solution and numbers as Russian offices give them', async () => {
    const { body } = await call('POST', '/pub/v1/scheme/groups/list', { size: 100 })
    const groups = body.result.result.filter(({ system }: Body) => !system)
    assert.deepEqual(
      groups.filter(({ name }: Body) => !cyrillic.test(name)),
      [],
    )
    const { body: registrations } = await call('GET', '/api/v1/registrations?size=100')
    const numbers = registrations.result.result.map(({ number }: Body) => number)
    assert.ok(numbers.includes('2-од') && numbers.includes('01-04/2-исх'), numbers.join())
  })
})
