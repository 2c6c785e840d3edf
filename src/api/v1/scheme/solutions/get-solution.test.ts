import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../../test/everything.ts'
import type { Body } from '../../../../../test/platform.ts'
import { useServer } from '../../../../../test/shared-server.ts'

const server = useServer()

it('returns a solution with its content', async () => {
  const answer = await server.call('GET', '/pub/v1/scheme/solutions/office')
  assertDone(answer)
  const kinds = new Set(answer.body.solution.content.map(({ type }: Body) => type))
  assert.deepEqual([...kinds].sort(), [
    'application',
    'calendar',
    'decision',
    'document template',
    'group',
    'module',
    'namespace',
    'process',
  ])
})

it('suggests the nearest solution for an unknown one', async () => {
  const answer = await server.call('GET', '/pub/v1/scheme/solutions/offce')
  assertRefused(answer, 404, 'solution.not_found', /did you mean "office"\?/)
})
