import { it } from 'node:test'
import { assertDone } from '../../../test/everything.ts'
import { useServer } from '../../../test/shared-server.ts'

const server = useServer()

it('answers without a token whether the database responds', async () => {
  assertDone(await server.as('')('GET', '/health/ready'))
})
