import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { oneTask, publish } from '../../../process/templates/templates.fixture.ts'

const server = useServer()

describe('publishing a BPMN file', () => {
  it('makes version 1, and a changed file version 2', async () => {
    const first = await publish(server.call, 'ref.first', oneTask())
    assertDone(first)
    assert.deepEqual([first.body.version, first.body.changed, first.body.warnings], [1, true, []])
    const second = await publish(server.call, 'ref.first', oneTask('', 'other'))
    assert.equal(second.body.version, 2)
    const { programs } = server.running().platform.context.processes.templates
    const { reader } = server.running().platform.database
    const address = { namespace: 'ref', code: 'first' }
    const found = await programs.find(reader, address)
    assert.equal(found?.version, 2)
    assert.ok(found?.loaded.program.nodes.some(({ id }) => id === 'other'))
    const old = await programs.find(reader, { ...address, version: 1 })
    assert.ok(old?.loaded.program.nodes.some(({ id }) => id === 'check'))
    assert.equal(await programs.find(reader, { ...address, version: 3 }), undefined)
    assert.equal(await programs.find(reader, { ...address, code: 'nothing' }), undefined)
  })

  it('makes no new version of a file that has not changed', async () => {
    assertDone(await publish(server.call, 'ref.same', oneTask()))
    const { body } = await publish(server.call, 'ref.same', oneTask())
    assert.deepEqual([body.version, body.changed], [1, false])
  })
})
