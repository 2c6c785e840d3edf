import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused, parts } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { anUpload } from '../../v1/disk/files.fixture.ts'
import { ended } from '../jobs/jobs.fixture.ts'

const server = useServer()

it('has the newest imports of the caller first, and for administrators those of all users', async () => {
  const [user, other] = [await server.user(), await server.user()]
  const ids: string[] = []
  for (const { call } of [user, user, other]) {
    const fileHash = await anUpload(call, `code\n${newId()}\n`, 'parts.csv')
    const started = await call('POST', `${parts}/import`, { fileHash })
    assertDone(started)
    await ended(call, started.body.importId)
    ids.push(started.body.importId)
  }
  const list = async (call: typeof user.call, search = ''): Promise<string[]> => {
    const answer = await call('GET', `/api/v1/imports${search}`)
    assertDone(answer)
    return answer.body.imports.map(({ importId }: Body) => importId)
  }
  const [first, second, third] = ids
  assert.deepEqual(await list(user.call), [second, first])
  assert.deepEqual(await list(user.call, '?size=1&application=all.parts'), [second])
  assert.deepEqual(await list(user.call, '?application=all.things'), [])
  assert.deepEqual(await list(other.call), [third])
  assert.deepEqual(await list(server.call, '?size=3'), [third, second, first])
  const unknown = await user.call('GET', '/api/v1/imports?application=all.nothing')
  assertRefused(unknown, 404, 'application.not_found', /not found/)
})
