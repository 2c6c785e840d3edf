import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'

const server = useServer()

it('lists a substitution for the two users, and for no other', async () => {
  const [principal, substitute, other] = [await server.user(), await server.user(), await server.user()]
  const created = await principal.call('POST', '/api/v1/substitutions', { substitute: substitute.id })
  assertDone(created)
  for (const [user, expected] of [
    [principal, [created.body.id]],
    [substitute, [created.body.id]],
    [other, []],
  ] as const) {
    const list = await user.call('GET', '/api/v1/substitutions')
    assertDone(list)
    assert.deepEqual(
      list.body.result.result.map(({ id }: Body) => id),
      expected,
    )
  }
})
