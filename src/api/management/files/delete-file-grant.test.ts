import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aFile } from '../../v1/disk/files.fixture.ts'

const server = useServer()

it('revokes a grant, after which the file is not found', async () => {
  const [owner, viewer] = [await server.user(), await server.user()]
  const { __id } = await aFile(owner.call, 'x', 'taken-back.txt')
  const grant = `/api/v1/files/${__id}/grants/${viewer.id}`
  assertDone(await owner.call('PUT', grant, { rights: ['view'] }))
  assertDone(await viewer.call('GET', `/pub/v1/disk/file/${__id}`))
  assertDone(await owner.call('DELETE', grant))
  assertRefused(await viewer.call('GET', `/pub/v1/disk/file/${__id}`), 404, 'files.not_found', /not found/)
  assertRefused(await owner.call('DELETE', grant), 404, 'access.grant_not_found', /./)
})
