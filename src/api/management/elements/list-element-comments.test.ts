import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused, made, parts } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'

const server = useServer()

it('has the newest comments of one element first, page by page', async () => {
  const part = await made(server.call, parts, { __name: 'Valve' })
  const other = await made(server.call, parts, { __name: 'Pipe' })
  const comments = ({ __id }: Body) => `/api/v1/elements/all/parts/${__id}/comments`
  for (const text of ['one', 'two', 'three']) assertDone(await server.call('POST', comments(part), { text }))
  assertDone(await server.call('POST', comments(other), { text: 'elsewhere' }))
  const page = async (search: string): Promise<Body> => {
    const answer = await server.call('GET', `${comments(part)}?${search}`)
    assertDone(answer)
    return answer.body
  }
  const texts = ({ comments }: Body) => comments.map(({ text }: Body) => text)
  const first = await page('size=2')
  assert.deepEqual([texts(first), first.total], [['three', 'two'], 3])
  const second = await page(`size=2&before=${first.next}`)
  assert.deepEqual([texts(second), second.next], [['one'], null])
  const missing = await server.call('GET', comments({ __id: newId() }))
  assertRefused(missing, 404, 'element.not_found', /not found/)
})
