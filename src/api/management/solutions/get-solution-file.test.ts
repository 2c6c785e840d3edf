import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { deploy, one, theFile } from './solution-files.fixture.ts'

const server = useServer()

describe('a file of a solution', () => {
  it('is returned as text and as a map, in its normalised form', async () => {
    await deploy(server.call, 'reading')
    const { path, definition, text } = await theFile(server.call, 'reading')
    assert.equal(path, one('reading'))
    assert.deepEqual(definition, { name: 'One', fields: [{ code: 'a', type: 'string' }] })
    assert.equal(text, 'name: One\nfields:\n  - { code: a, type: string }\n')
  })

  it('that is no YAML file is text alone', async () => {
    const path = 'namespaces/docs/apps/contracts/processes/approval.bpmn'
    const answer = await server.call('GET', `/api/v1/solutions/office/files?path=${encodeURIComponent(path)}`)
    assertDone(answer)
    assert.match(answer.body.text, /^<\?xml/)
    assert.equal(answer.body.definition, null)
  })

  it('that does not exist is 404', async () => {
    const answer = await server.call('GET', '/api/v1/solutions/office/files?path=solution.yml')
    assertRefused(answer, 404, 'solution.file_not_found', /did you mean "solution.yaml"/)
  })
})
