import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { systemCaller } from '../../../people/index.ts'
import type { ArmedVersion } from './publish-file.ts'
import { oneTask, publish } from './templates.fixture.ts'
import { Templates } from './templates.ts'

const server = useServer()
const bytes = new TextEncoder().encode(oneTask())

describe('publishing a file', () => {
  it('gives each of several simultaneous files its own version', async () => {
    const files = ['t1', 't2', 't3', 't4', 't5'].map((name) => publish(server.call, 'ref.crowd', oneTask('', name)))
    const answers = await Promise.all(files)
    for (const answer of answers) assertDone(answer)
    assert.deepEqual(answers.map(({ body }) => body.version).sort(), [1, 2, 3, 4, 5])
  })

  it('activates the starts of every version in the transaction that writes the version', async () => {
    const { database, context } = server.running().platform
    const { apps, clock } = context
    const caller = systemCaller(server.running().userId)
    const armed: ArmedVersion[] = []
    const arming = new Templates({
      database,
      clock,
      apps,
      armStarts: async (_tx, version) => void armed.push(version),
    })
    await arming.publish(caller, { namespace: 'ref', code: 'armed' }, { bytes })
    assert.deepEqual(
      armed.map(({ namespace, code, version, program, settings }) => [
        namespace,
        code,
        version,
        program.process,
        settings,
      ]),
      [['ref', 'armed', 1, 'p', {}]],
    )
    const failing = new Templates({ database, clock, apps, armStarts: () => Promise.reject(new Error('no timer')) })
    const other = new TextEncoder().encode(oneTask('', 'other'))
    await assert.rejects(failing.publish(caller, { namespace: 'ref', code: 'armed' }, { bytes: other }), /no timer/)
    const { body } = await server.call('GET', '/api/v1/processes/ref/armed/versions')
    assert.equal(body.versions.length, 1)
    const { body: audit } = await server.call('GET', '/api/v1/audit?object=process:ref.armed')
    assert.equal(audit.entries.length, 1)
  })
})
