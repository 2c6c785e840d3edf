import { describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'

const server = useServer()
const path = '/api/v1/marketing/categories'

describe('a new category', () => {
  it('has a name of its own', async () => {
    const name = `News ${newId()}`
    assertDone(await server.call('POST', path, { name }))
    const again = await server.call('POST', path, { name: name.toUpperCase() })
    assertRefused(again, 400, 'marketing.category_taken', /another category/)
    assertRefused(await server.call('POST', path, { name: '' }), 400, 'input.wrong', /name/)
  })
})
