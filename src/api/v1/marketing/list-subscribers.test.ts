import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { allSubscribers, category, listedRows, subscribersWith } from './marketing.fixture.ts'

const server = useServer()

describe('a list of subscribers', () => {
  it('is filtered by name, address, consent and category', async () => {
    const preference = await category(server.call)
    const name = newId()
    const [id] = (await subscribersWith(server.call, [
      { email: `Find.${name}@people.example`, name, preferences: [preference] },
    ])) as [string]
    for (const tf of [
      { __name: name },
      { email: `find.${name}` },
      { __name: name, consent: 'none' },
      { preferences: [preference] },
    ])
      assert.deepEqual(
        (await listedRows(server.call, allSubscribers, { filter: { tf } })).map(({ __id }) => __id),
        [id],
        JSON.stringify(tf),
      )
  })

  it('is paged, newest first', async () => {
    const name = newId()
    const ids = await subscribersWith(
      server.call,
      [1, 2, 3].map((n) => ({ email: `${n}.${name}@people.example`, name })),
    )
    const page = (from: number) =>
      listedRows(server.call, allSubscribers, { filter: { tf: { __name: name } }, from, size: 2 })
    const found = [...(await page(0)), ...(await page(2))].map(({ __id }) => __id)
    assert.deepEqual(found, ids.toReversed())
  })

  it('refuses a field that does not exist, with a suggestion', async () => {
    const answer = await server.call('POST', allSubscribers, { filter: { tf: { emial: 'x' } } })
    assertRefused(answer, 400, 'query.unknown_field', /did you mean "email"/)
  })
})
