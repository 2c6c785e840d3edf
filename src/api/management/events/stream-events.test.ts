import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { browserOf } from '../../../../test/browser.ts'
import {
  assertDone,
  assertRefused,
  aUser,
  type Everything,
  made,
  startEverything,
} from '../../../../test/everything.ts'
import { startTestPlatform } from '../../../../test/platform.ts'
import { aLetter, deployMail, startingBy } from '../../../process/triggers/starts/starts.fixture.ts'
import { aTask } from '../tasks/tasks.fixture.ts'
import { type EventClient, openEvents } from './events.fixture.ts'

const password = 'a long enough password'
const completion = { exit: 'accept', context: { amount: '5' } }

let started: Everything
before(async () => {
  started = await startEverything()
})
after(() => started[Symbol.asyncDispose]())

const open = (query = '', headers?: Record<string, string>) => openEvents(started.url, query, headers)
const looked = () => wait(2_500)
const byToken = async (login: string): Promise<Record<string, string>> => {
  const { body } = await started.call('POST', '/api/v1/tokens', { name: 'events', login })
  return { authorization: `Bearer ${body.token}` }
}

/** Waits until the server reports changes on the stream, and returns the stream. */
async function watching(stream: EventClient): Promise<EventClient> {
  await stream.watching()
  return stream
}

describe('the stream of events', () => {
  it('is a stream of server-sent events that no proxy keeps back', async () => {
    await using stream = await open()
    assert.equal(stream.status, 200)
    assert.equal(stream.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    assert.deepEqual([stream.headers.get('cache-control'), stream.headers.get('x-accel-buffering')], ['no-store', 'no'])
    while (stream.text() === '') await wait(10)
    assert.equal(stream.text(), 'retry: 5000\n\n')
  })

  it('says once from when on it tells changes, and misses none after that', async () => {
    await using stream = await open('?topics=application:all.parts')
    await stream.watching()
    await made(started.call, '/pub/v1/app/all/parts', { code: 'right afterwards' })
    await stream.changed('application:all.parts')
    await looked()
    assert.equal(stream.text().match(/event: watching/g)?.length, 1)
  })

  it('tells that elements of an application have changed, and nothing of other applications', async () => {
    await using stream = await watching(await open('?topics=application:all.parts'))
    await made(started.call, '/pub/v1/app/all/things', { title: 'another' })
    await made(started.call, '/pub/v1/app/all/parts', { code: 'a part' })
    const first = await stream.changed('application:all.parts')
    await made(started.call, '/pub/v1/app/all/parts', { code: 'a second part' })
    const second = await stream.changed('application:all.parts')
    assert.ok(second > first)
    assert.deepEqual([...stream.topics()], ['application:all.parts'])
  })

  it('is silent about applications that the caller may not know', async () => {
    assertDone(await started.call('PUT', '/api/v1/applications/all/parts/access', { elements: [] }))
    const { call: _, id } = await aUser(started, { login: 'anna' })
    const topics = 'application:all.parts,application:all.none,application:all.things'
    await using stream = await open(`?topics=${topics}`, await byToken('anna'))
    assert.deepEqual(await stream.watching(), ['application:all.things', 'notifications', 'tasks'])
    await made(started.call, '/pub/v1/app/all/parts', { code: 'hidden' })
    await made(started.call, '/pub/v1/app/all/things', { title: 'visible' })
    await stream.changed('application:all.things')
    await looked()
    assert.deepEqual([...stream.topics()], ['application:all.things'], id)
    assertDone(await started.call('PUT', '/api/v1/applications/all/parts/access', {}))
  })

  it('tells the performers of a task, and nobody else', async () => {
    const [boris, clara] = [await aUser(started, { login: 'boris' }), await aUser(started, { login: 'clara' })]
    await using own = await watching(await open('', await byToken('boris')))
    await using other = await watching(await open('', await byToken('clara')))
    const task = await aTask(started, started.call, boris.id)
    await own.changed('tasks')
    assertDone(await boris.call('POST', `/api/v1/tasks/${task.id}/complete`, completion))
    await own.changed('tasks')
    await looked()
    assert.deepEqual([...other.topics()], [], clara.id)
  })

  it('tells those who know an application about the tasks of others about its elements', async () => {
    await deployMail(started.call, { 'answer.bpmn': startingBy('') })
    await aUser(started, { login: 'gerda' })
    const topics = 'application:mail.letters,application:all.things'
    await using stream = await watching(await open(`?topics=${topics}`, await byToken('gerda')))
    const id = await aLetter(started.call)
    await stream.changed('application:mail.letters')
    const __item = { namespace: 'mail', code: 'letters', id }
    const context = { __item, letter: [id] }
    assertDone(await started.call('POST', '/pub/v1/bpm/template/mail/answer/run', { context }))
    await stream.changed('application:mail.letters')
    assert.deepEqual([...stream.topics()], ['application:mail.letters'])
  })

  it('tells about an instance and its tasks, and about notifications', async () => {
    const dora = await aUser(started, { login: 'dora' })
    const task = await aTask(started, started.call, dora.id)
    await using stream = await watching(await open(`?topics=instance:${task.instance}`, await byToken('dora')))
    assertDone(await dora.call('POST', '/api/v1/notifications/read', {}))
    await stream.changed('notifications')
    assertDone(await dora.call('POST', `/api/v1/tasks/${task.id}/complete`, completion))
    await stream.changed(`instance:${task.instance}`)
  })

  it('ends when its session is signed out', async () => {
    const { id } = await aUser(started, { login: 'emil' })
    assertDone(await started.call('PUT', `/api/v1/users/${id}/password`, { password }))
    const [here, there] = [await browserOf(started, 'emil', password), await browserOf(started, 'emil', password)]
    await using ending = await open('', { cookie: here.cookie })
    await using staying = await open('', { cookie: there.cookie })
    assertDone(await here.call('POST', '/api/v1/sign-out', {}))
    await ending.ended
    assert.equal((await open('', { cookie: here.cookie })).status, 401)
    assertDone(await started.call('POST', `/api/v1/users/${id}/block`))
    await staying.ended
  })

  it('ends when its token is revoked', async () => {
    await aUser(started, { login: 'fritz' })
    const { body } = await started.call('POST', '/api/v1/tokens', { name: 'events', login: 'fritz' })
    await using stream = await open('', { authorization: `Bearer ${body.token}` })
    assertDone(await started.call('DELETE', `/api/v1/tokens/${body.id}`))
    await stream.ended
  })

  it('ends after the seconds that the client asks for', async () => {
    await using stream = await open('?seconds=0')
    await stream.ended
    assert.equal(stream.text(), 'retry: 5000\n\n')
  })

  it('refuses topics that it does not have', async () => {
    for (const wrong of ['instance:x', 'application:all', 'application:a.b.c', 'tasks', `${'job:x,'.repeat(60)}`])
      assertRefused(await started.call('GET', `/api/v1/events?topics=${wrong}`), 400, 'input.wrong', /topics?/)
  })

  it('opens at most 50 streams for a user, and says when to try again', async () => {
    await aUser(started, { login: 'greedy' })
    const headers = await byToken('greedy')
    const streams = await Promise.all(Array.from({ length: 50 }, () => open('', headers)))
    assert.ok(streams.every(({ status }) => status === 200))
    const refused = await open('', headers)
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '5'])
    await refused.ended
    assert.match(refused.text(), /"code":"events.too_many_streams"/)
    await using other = await open()
    assert.equal(other.status, 200)
    await streams[0]![Symbol.asyncDispose]()
    // The server notices only after a moment that the client has disconnected.
    while (!(await isOpened(headers))) await wait(20)
    for (const stream of streams) await stream[Symbol.asyncDispose]()
  })
})

async function isOpened(headers: Record<string, string>): Promise<boolean> {
  await using stream = await open('', headers)
  return stream.status === 200
}

it('the server stops while streams are open', async () => {
  const office = await startTestPlatform()
  const streams = await Promise.all(Array.from({ length: 20 }, () => openEvents(office.url)))
  await office[Symbol.asyncDispose]()
  await Promise.all(streams.map(({ ended }) => ended))
})
