import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { aDirectory, rootId } from './files.fixture.ts'

const server = useServer()

it('creates a directory in the given one, with its parents up to the root', async () => {
  const { id, call } = await server.user()
  const outer = await aDirectory(call, `Outer ${newId()}`)
  const inner = await aDirectory(call, 'Inner', outer.__id)
  assert.deepEqual(
    [inner.name, inner.directory, inner.parentsList, inner.__createdBy],
    ['Inner', outer.__id, [outer.__id, rootId], id],
  )
})

it('refuses a name that is taken and one that is a path', async () => {
  const { call } = await server.user()
  const { __id: directory } = await aDirectory(call, `Taken ${newId()}`)
  await aDirectory(call, 'Reports', directory)
  const create = (name: string) => call('POST', '/pub/v1/disk/directory', { name, directory })
  assertRefused(await create('REPORTS'), 409, 'files.name_taken', /REPORTS/)
  assertRefused(await create('../up'), 400, 'files.wrong_name', /the name of the directory/)
})
