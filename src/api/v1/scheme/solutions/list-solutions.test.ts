import assert from 'node:assert/strict'
import { it } from 'node:test'
import { useServer } from '../../../../../test/shared-server.ts'
import { rows } from '../groups/groups.fixture.ts'

const server = useServer()

it('lists the solutions with their versions', async () => {
  const list = await rows(server.call, '/pub/v1/scheme/solutions')
  const office = list.find(({ code }) => code === 'office')
  assert.deepEqual([office?.name, office?.version], ['Office', '1.0.0'])
})
