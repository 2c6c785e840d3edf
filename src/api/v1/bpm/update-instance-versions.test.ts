import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused, listed } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aProcess, bpm, publishVersion, started } from './bpm.fixture.ts'

const server = useServer()

it('the named instances, or all active instances except some, move to the newest version', async () => {
  const process = await aProcess(server.call)
  const ids: string[] = []
  for (let n = 0; n < 4; n++) ids.push((await started(server.call, process)).__id)
  await publishVersion(server.call, process.code, 'approval', 'second')
  const path = `${bpm}/instance/bytemplate/all/${process.code}/version`
  const versions = async () => {
    const { items } = await listed(server.call, process.list, {
      sortExpressions: [{ field: '__createdAt' }, { field: '__id' }],
    })
    return ids.map((id) => items.find(({ __id }) => __id === id)!.__template.version)
  }
  assertDone(await server.call('POST', path, { instanceIds: [ids[0]] }))
  assert.deepEqual(await versions(), [2, 1, 1, 1])
  assertDone(await server.call('POST', path, { instances: [ids[1]] }))
  assert.deepEqual(await versions(), [2, 2, 1, 1])
  assertDone(await server.call('POST', path, { updateAllActive: true, unselectedIds: [ids[2]] }))
  assert.deepEqual(await versions(), [2, 2, 1, 2])
})

it('a request without instances, and one for an unknown process, is refused', async () => {
  const process = await aProcess(server.call)
  const path = `${bpm}/instance/bytemplate/all/${process.code}/version`
  for (const body of [undefined, {}, { unselectedIds: [] }])
    assertRefused(await server.call('POST', path, body), 400, 'process.selection_missing', /instanceIds/)
  const unknown = await server.call('POST', `${bpm}/instance/bytemplate/all/nothing/version`, { updateAllActive: true })
  assertRefused(unknown, 404, 'process.not_found', /not found/)
  const anna = await server.user()
  const body = { updateAllActive: true }
  assertRefused(await anna.call('POST', path, body), 403, 'process.not_allowed', /administer/)
})
