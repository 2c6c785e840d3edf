import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aFile } from '../../v1/disk/files.fixture.ts'

const server = useServer()

it('lists the grants of a file to its owner, and not to a user who only views the file', async () => {
  const [owner, viewer] = [await server.user(), await server.user()]
  const { __id } = await aFile(owner.call, 'x', 'granted.txt')
  assertDone(await owner.call('PUT', `/api/v1/files/${__id}/grants/${viewer.id}`, { rights: ['view'] }))
  const list = await owner.call('GET', `/api/v1/files/${__id}/grants`)
  assertDone(list)
  assert.deepEqual(
    list.body.grants.map(({ subject, rights }: Body) => [subject, rights]),
    [[viewer.id, ['view']]],
  )
  assertRefused(await viewer.call('GET', `/api/v1/files/${__id}/grants`), 403, 'files.not_allowed', /./)
})
