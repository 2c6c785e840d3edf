import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { assertDone, assertRefused, aUser } from '../../../../test/everything.ts'
import { type Call, startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { aDirectory, aFile, rootId } from '../../v1/disk/files.fixture.ts'

let platform: TestPlatform
let ann: { id: string; call: Call }
let ben: { id: string; call: Call }
before(async () => {
  platform = await startEmptyPlatform()
  ann = await aUser(platform, { login: 'ann' })
  ben = await aUser(platform, { login: 'ben' })
})
after(() => platform[Symbol.asyncDispose]())

const grants = (id: string, subject = ''): string => `/api/v1/files/${id}/grants${subject && `/${subject}`}`

it('the creator of a directory can grant others access to its content, and revoke the grant', async () => {
  const own = await aDirectory(ann.call, 'Of Ann')
  const file = await aFile(ann.call, 'x', 'x.txt', own.__id)
  const seen = () => ben.call('GET', `/pub/v1/disk/file/${file.__id}`)
  assert.equal((await seen()).status, 404)
  assertDone(await ann.call('PUT', grants(own.__id, ben.id), { rights: ['view'], comment: 'for the audit' }))
  assertDone(await seen())
  const { body } = await ann.call('GET', grants(own.__id))
  assert.deepEqual(
    body.grants.map(({ subject, kind, name, rights, comment, createdBy }: Record<string, unknown>) => [
      ...[subject, kind, name, rights, comment, createdBy],
    ]),
    [[ben.id, 'user', 'ben', ['view'], 'for the audit', ann.id]],
  )
  assertDone(await ann.call('DELETE', grants(own.__id, ben.id)))
  assert.equal((await seen()).status, 404)
  assertRefused(await ann.call('DELETE', grants(own.__id, ben.id)), 404, 'access.grant_not_found', /there is no grant/)
})

it('only users with the right access can grant, only up to their own rights, and only to an existing subject', async () => {
  const own = await aDirectory(ann.call, 'Limits')
  const give = (call: Call, rights: string[], subject = ben.id) => call('PUT', grants(own.__id, subject), { rights })
  assertRefused(await give(ben.call, ['view']), 404, 'files.not_found', /not found/)
  assertDone(await give(ann.call, ['view']))
  assertRefused(await give(ben.call, ['view']), 403, 'files.not_allowed', /grants/)
  assertDone(await give(ann.call, ['access']))
  assertRefused(await give(ben.call, ['view', 'delete']), 403, 'access.too_high', /delete/)
  assertDone(await give(ben.call, ['view', 'access']))
  assertRefused(await give(ann.call, ['view'], newId()), 400, 'access.unknown_subject', /no user/)
  assert.equal((await give(ann.call, ['everything'])).status, 400)
  assertRefused(
    await ann.call('PUT', grants(rootId, ben.id), { rights: ['view'] }),
    403,
    'files.not_allowed',
    /its grants/,
  )
})
