import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { oneTask, publish } from '../../../process/definition/templates/templates.fixture.ts'

const server = useServer()
const path = '/api/v1/processes/ref'
const run = (code: string) => server.call('POST', `/pub/v1/bpm/template/ref/${code}/run`, { context: {} })

describe('retiring a process', () => {
  it('ends new starts, lets running instances continue, and is undone by publishing the process again', async () => {
    assertDone(await publish(server.call, 'ref.leaving', oneTask()))
    const started = await run('leaving')
    assertDone(started)
    const retired = await server.call('POST', `${path}/leaving/retire`, { reason: 'replaced' })
    assertDone(retired)
    assert.deepEqual([retired.body.processes, retired.body.running], [['ref.leaving'], 1])
    assertRefused(await run('leaving'), 404, 'process.not_found', /leaving/)
    assertRefused(await server.call('POST', `${path}/leaving/retire`, {}), 404, 'process.not_found', /leaving/)
    const instance = await server.call('GET', `/api/v1/instances/${started.body.context.__id}`)
    assert.equal(instance.body.instance.state, 'wait')
    const audit = await server.call('GET', '/api/v1/audit?object=process:ref.leaving')
    assert.deepEqual(audit.body.entries[0].after, { retired: true, reason: 'replaced' })
    assertDone(await publish(server.call, 'ref.leaving', oneTask()))
    assertDone(await run('leaving'))
  })

  it('is for administrators, and answers 404 for an unknown process', async () => {
    assertDone(await publish(server.call, 'ref.kept', oneTask()))
    const anna = await server.user()
    assert.equal((await anna.call('POST', `${path}/kept/retire`, {})).status, 403)
    assertRefused(await server.call('POST', `${path}/unheard/retire`, {}), 404, 'process.not_found', /unheard/)
    assertDone(await run('kept'))
  })
})
