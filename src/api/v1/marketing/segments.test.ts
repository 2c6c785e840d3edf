import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { category, segments, staticSegment } from './marketing.fixture.ts'

const server = useServer()
const nowhere = '00000000-0000-4000-8000-000000000000'

describe('a segment', () => {
  it('is created, read by its id and listed', async () => {
    const externalId = newId()
    const preference = await category(server.call)
    const segment = await staticSegment(server.call, { name: 'Suppliers', externalId, preference })
    const { __id, __createdAt, __updatedAt, ...rest } = segment
    const { userId } = server.running()
    assert.deepEqual(rest, {
      __name: 'Suppliers',
      externalId,
      preference,
      type: 'static',
      subscribersCount: 0,
      query: null,
      __createdBy: userId,
      __updatedBy: userId,
    })
    assert.deepEqual((await server.call('GET', `${segments}/${__id}`)).body.segment, segment)
    const { body } = await server.call('POST', segments, { filter: { tf: { externalId } } })
    assert.deepEqual(body.result, { result: [segment], total: 1 })
    const page = await server.call('POST', segments, { from: 1, size: 1, filter: { tf: { externalId } } })
    assert.deepEqual(page.body.result, { result: [], total: 1 })
  })

  it('is refused without a name, with an unknown category and with an external id that is taken', async () => {
    const externalId = newId()
    await staticSegment(server.call, { externalId })
    assertRefused(await server.call('PUT', segments, {}), 400, 'input.wrong', /name/)
    assertRefused(
      await server.call('PUT', segments, { name: 'x', preference: nowhere }),
      400,
      'marketing.unknown_category',
      /no such category/,
    )
    const taken = await server.call('PUT', segments, { name: 'x', externalId })
    assertRefused(taken, 400, 'marketing.external_id_taken', new RegExp(externalId))
  })

  it('that does not exist is not found', async () => {
    for (const id of [nowhere, 'nonsense'])
      assertRefused(await server.call('GET', `${segments}/${id}`), 404, 'marketing.segment_not_found', /not found/)
  })
})
