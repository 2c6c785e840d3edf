import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { oneTask, publish } from '../../../process/templates/templates.fixture.ts'

const server = useServer()

it('lists the templates, ordered by namespace and code', async () => {
  for (const code of ['list_b', 'list_a']) assertDone(await publish(server.call, `ref.${code}`, oneTask()))
  const { call } = await server.user()
  const answer = await call('GET', '/api/v1/processes')
  assertDone(answer)
  const codes = answer.body.processes.map(({ code }: Body) => code).filter((code: string) => code.startsWith('list_'))
  assert.deepEqual(codes, ['list_a', 'list_b'])
})
