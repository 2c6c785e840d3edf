import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aDocument, answered, aSheet } from './sheets.fixture.ts'

const server = useServer()

it('lists the sheets of an element, newest first, with filter and page', async () => {
  const [anna, reader] = [await server.user(), await server.user()]
  const document = await aDocument(server.call)
  const first = await aSheet(server.call, document, [anna.id])
  await answered(anna.call, first.id, 'rejected')
  const second = await aSheet(server.call, document, [anna.id], { type: 'familiarization' })
  await aSheet(server.call, await aDocument(server.call), [anna.id])
  const listed = async (query: object): Promise<Body> => {
    const path = `/api/v1/elements/all/things/${document.id}/sheets?query=${encodeURIComponent(JSON.stringify(query))}`
    const answer = await reader.call('GET', path)
    assertDone(answer)
    return answer.body.result.result.map(({ id, state }: Body) => [id, state])
  }
  const [one, two] = [
    [first.id, 'rejected'],
    [second.id, 'inProgress'],
  ]
  assert.deepEqual(await listed({}), [two, one])
  assert.deepEqual(await listed({ active: true }), [two])
  assert.deepEqual(await listed({ filter: { tf: { type: 'approval' } } }), [one])
  assert.deepEqual(await listed({ size: 1, sortExpressions: [{ field: 'createdAt', ascending: true }] }), [one])
})
