import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, aUser, type Everything, listed, made, startEverything, things } from '../everything.ts'
import type { Body, Call } from '../platform.ts'

describe('a person is called the same everywhere', () => {
  let server: Everything
  let people: { id: string; call: Call }[]
  before(async () => {
    server = await startEverything()
    const named = { lastname: 'Orlova', firstname: 'Anna', middlename: 'Ivanovna' }
    people = [
      await aUser(server, { login: 'anna', administrator: true, ...named }),
      await aUser(server, { login: 'nameless', administrator: true }),
    ]
  })
  after(() => server[Symbol.asyncDispose]())

  /** Returns the names in a list of the management API, in order. */
  async function shown(path: string, rows: (body: Body) => Body[], nameIn: (row: Body) => string): Promise<string[]> {
    const answer = await server.call('GET', path)
    assertDone(answer)
    return rows(answer.body).map(nameIn).sort()
  }

  it('by the full name, and by the login without one', async () => {
    const wanted = ['Orlova Anna Ivanovna', 'nameless']
    const { items } = await listed(server.call, '/pub/v1/user', { ids: people.map(({ id }) => id) })
    assert.deepEqual(items.map(({ __name, login }) => __name || login).sort(), wanted)

    const thing = await made(server.call, things, { title: 'commented' })
    const [comments, grants] = ['comments', 'grants'].map((part) => `/api/v1/elements/all/things/${thing.__id}/${part}`)
    for (const { id, call } of people) {
      assertDone(await call('POST', comments!, { text: 'seen' }))
      const webhook = { name: id, url: 'https://example.com/hook', events: ['element.created'] }
      assertDone(await call('POST', '/api/v1/webhooks', webhook))
      assertDone(await server.call('PUT', `${grants}/${id}`, { rights: ['view'] }))
    }
    assert.deepEqual(
      await shown(
        comments!,
        ({ comments }) => comments,
        ({ by }) => by.name,
      ),
      wanted,
    )
    assert.deepEqual(
      await shown(
        '/api/v1/webhooks',
        ({ result }) => result.result,
        ({ userName }) => userName,
      ),
      wanted,
    )
    assert.deepEqual(
      await shown(
        grants!,
        ({ grants }) => grants,
        ({ name }) => name,
      ),
      wanted,
    )
  })
})
