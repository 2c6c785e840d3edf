import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { aDirectory, aFile, rootId } from '../../v1/disk/files.fixture.ts'

const server = useServer()
type User = Awaited<ReturnType<typeof server.user>>

async function rightsOf({ call }: User, id: string): Promise<string[]> {
  const answer = await call('GET', `/api/v1/files/${id}/capabilities`)
  assertDone(answer)
  return answer.body.rights
}

it('returns all rights to the owner of a file or directory, and the granted rights to others', async () => {
  const [owner, reader] = [await server.user(), await server.user()]
  const directory = await aDirectory(owner.call, `Capabilities ${newId()}`)
  const file = await aFile(owner.call, 'x', 'x.txt', directory.__id)
  for (const { __id: id } of [directory, file]) {
    assert.deepEqual(await rightsOf(owner, id), ['view', 'create', 'edit', 'delete', 'access', 'renew'])
    const answer = await reader.call('GET', `/api/v1/files/${id}/capabilities`)
    assertRefused(answer, 404, 'files.not_found', /not found/)
  }
  const grant = (rights: string[]) =>
    owner.call('PUT', `/api/v1/files/${directory.__id}/grants/${reader.id}`, { rights })
  assertDone(await grant(['view']))
  assert.deepEqual([await rightsOf(reader, directory.__id), await rightsOf(reader, file.__id)], [['view'], ['view']])
  assertDone(await grant(['edit']))
  assert.deepEqual(await rightsOf(reader, file.__id), ['view', 'edit', 'renew'])
  assert.deepEqual(await rightsOf(reader, rootId), ['view', 'create'])
})
