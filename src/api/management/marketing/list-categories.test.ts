import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { category } from '../../v1/marketing/marketing.fixture.ts'

const server = useServer()
const path = '/api/v1/marketing/categories'

describe('categories', () => {
  it('are listed by name', async () => {
    const id = await category(server.call)
    const { body } = await server.call('GET', path)
    const names = body.result.result.map(({ name }: Body) => name.toLowerCase())
    assert.deepEqual(names, names.toSorted())
    assert.ok(body.result.result.some((one: Body) => one.id === id))
  })
})
