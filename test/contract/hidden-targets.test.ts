import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { applyFiles } from '../../src/api/v1/scheme/scheme.fixture.ts'
import { oneTask, publish } from '../../src/process/definition/templates/templates.fixture.ts'
import { aUser } from '../everything.ts'
import { type Body, type Call, startEmptyPlatform, type TestPlatform } from '../platform.ts'
import { body } from '../process-scene.ts'

const references = `
  - { code: plan, type: reference, to: shut.blueprints }
  - code: parts
    type: table
    columns: [{ code: of, type: reference, to: shut.blueprints }]
`
const files: Record<string, string> = {
  'solution.yaml': 'code: targets\nname: Targets\nversion: 1.0.0\n',
  'namespaces/shut/namespace.yaml': 'name: Shut\nvisibleTo: [global.administrators]\n',
  'namespaces/shut/apps/blueprints.yaml': 'name: Blueprints\nfields: [{ code: title, type: string }]\n',
  'namespaces/yard/namespace.yaml': 'name: Yard\n',
  'namespaces/yard/apps/machines.yaml': `name: Machines\nfields:${references}`,
}
const variables =
  '<chancery:variable name="plan" type="element" of="shut.blueprints"/>' +
  '<chancery:variable name="rows" type="table"><chancery:column name="of" type="element" of="shut.blueprints"/></chancery:variable>'

describe('the description of a reference to an application that the caller may not know', () => {
  let started: TestPlatform
  let user: Call
  before(async () => {
    started = await startEmptyPlatform()
    await applyFiles(started.call, files)
    body(await publish(started.call, 'yard.build', oneTask(variables)))
    user = (await aUser(started, { login: 'worker' })).call
  })
  after(() => started[Symbol.asyncDispose]())

  /** Returns the answer as text, and requires that it has the field and names the hidden codes to administrators. */
  async function told(ask: (call: Call) => Promise<Body>, field: string): Promise<string> {
    const [seen, all] = [
      JSON.stringify(body((await ask(user)) as never)),
      JSON.stringify(body((await ask(started.call)) as never)),
    ]
    assert.match(all, /shut/)
    assert.match(all, /blueprints/)
    assert.ok(seen.includes(`"${field}"`), seen)
    return seen
  }

  const schema = '/pub/v1/scheme/namespaces/yard'
  const requests: Readonly<Record<string, readonly [string, string]>> = {
    'the schema of an application': [`${schema}/apps/machines`, 'plan'],
    'the schemas of a namespace': [`${schema}/apps`, 'plan'],
    'the description of a process': [`${schema}/processes/build`, 'plan'],
  }
  for (const [name, [path, field]] of Object.entries(requests))
    it(`leaves out its codes in ${name}`, async () => {
      assert.doesNotMatch(await told((call) => call('GET', path), field), /shut|blueprints/)
    })

  it('leaves out its codes in the form of a task', async () => {
    const seen = await told(async (call) => {
      body(await call('POST', '/pub/v1/bpm/template/yard/build/run', { context: {} }))
      const { result } = body(await call('GET', '/api/v1/tasks?tab=mine')).result
      return call('GET', `/api/v1/tasks/${result[0].__id ?? result[0].id}`)
    }, 'plan')
    assert.doesNotMatch(seen, /shut|blueprints/)
  })
})
