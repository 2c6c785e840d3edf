import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import { type Person, type ProcessScene, startProcessScene } from '../../../../test/process-scene.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { type EventClient, openEvents } from './events.fixture.ts'

let scene: ProcessScene
before(async () => {
  scene = await startProcessScene()
})
after(() => scene[Symbol.asyncDispose]())

/** Opens a stream, and waits until it begins; its first event has the topic only when `isTold`. */
async function watchingAs(person: Person, topic: string, isTold: boolean): Promise<EventClient> {
  const { body } = await scene.call('POST', '/api/v1/tokens', { name: 'events', login: person })
  const stream = await openEvents(scene.url, `?topics=${topic}`, { authorization: `Bearer ${body.token}` })
  assert.equal((await stream.watching()).includes(topic), isTold, person)
  return stream
}

/** Gives a person a task of another instance, and waits until the stream of the person says so. */
async function nextChange(stream: EventClient, person: Person): Promise<void> {
  const { tasks } = (await scene.call('GET', `/api/v1/instances/${await scene.start()}`)).body.instance
  const { id } = tasks.find(({ element }: { element: string }) => element === 'check')
  const to = { userId: scene.people[person].id, reason: 'another department' }
  assertDone(await scene.call('POST', `/api/v1/tasks/${id}/reassign`, to))
  await stream.changed('tasks')
}

describe('the stream of events', () => {
  it('tells about an instance to those who see it in the list of instances, and to nobody else', async () => {
    const topic = `instance:${scene.instance.id}`
    await using viewer = await watchingAs('viewer', topic, true)
    await using performer = await watchingAs('performer', topic, true)
    await using stranger = await watchingAs('stranger', topic, false)
    await using substitute = await watchingAs('substitute', topic, false)
    assertDone(
      await scene.call('PUT', `/pub/v1/bpm/instance/${scene.instance.id}/context`, {
        comment: 'x',
        context: { amount: '11' },
      }),
    )
    await viewer.changed(topic)
    await performer.changed(topic)
    await nextChange(stranger, 'stranger')
    await nextChange(substitute, 'substitute')
    assert.deepEqual([stranger.topics().has(topic), substitute.topics().has(topic)], [false, false])
  })

  it('tells about a job to the user who started it, and to nobody else', async () => {
    const job = newId()
    const { database } = scene.platform
    await database.transaction((tx) =>
      tx.rows(sql`insert into job (id, kind, state, settings, total, created_at, created_by)
        values (${job}, 'bulk', 'running', '{}', 2, now(), ${scene.people.viewer.id})`),
    )
    await using viewer = await watchingAs('viewer', `job:${job}`, true)
    await using stranger = await watchingAs('stranger', `job:${job}`, false)
    await database.transaction((tx) => tx.rows(sql`update job set processed = 1 where id = ${job}`))
    await viewer.changed(`job:${job}`)
    await nextChange(stranger, 'stranger')
    assert.equal(stranger.topics().has(`job:${job}`), false)
  })
})
