import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import {
  allSubscribers,
  listedRows,
  segments,
  someSubscribers,
  staticSegment,
} from '../../v1/marketing/marketing.fixture.ts'

const server = useServer()

describe('a segment that is deleted', () => {
  it('leaves its subscribers', async () => {
    const { __id } = await staticSegment(server.call)
    const ids = await someSubscribers(server.call, 1)
    assertDone(await server.call('PATCH', `${segments}/${__id}/subscribers/add`, { ids }))
    const path = `/api/v1/marketing/segments/${__id}`
    assertDone(await server.call('DELETE', path))
    assertRefused(await server.call('DELETE', path), 404, 'marketing.segment_not_found', /not found/)
    assert.equal((await listedRows(server.call, allSubscribers, { ids })).length, 1)
  })
})
