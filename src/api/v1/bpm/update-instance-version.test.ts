import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aProcess, bpm, got, publishVersion, started } from './bpm.fixture.ts'

const server = useServer()

it('a waiting instance moves to the newest version; moving it again changes nothing', async () => {
  const process = await aProcess(server.call)
  const { __id: id } = await started(server.call, process)
  await publishVersion(server.call, process.code, 'approval', 'second')
  for (const body of [undefined, {}]) {
    assertDone(await server.call('POST', `${bpm}/instance/${id}/version`, body))
    const { __template, __state, __tasks } = await got(server.call, id)
    assert.deepEqual([__template.version, __state, Object.keys(__tasks).length], [2, 'wait', 1])
  }
})

it('moving is refused for an ended instance, an unknown instance and an instance of others', async () => {
  const ended = await started(server.call, await aProcess(server.call, 'straight'))
  const answer = await server.call('POST', `${bpm}/instance/${ended.__id}/version`)
  assertRefused(answer, 400, 'instance.move_refused', /has ended/)
  const anna = await server.user()
  const { __id: own } = await started(anna.call, await aProcess(server.call))
  assertRefused(await anna.call('POST', `${bpm}/instance/${own}/version`), 403, 'instance.not_allowed', /may not move/)
  assertRefused(await server.call('POST', `${bpm}/instance/${anna.id}/version`), 404, 'instance.not_found', /not found/)
})
