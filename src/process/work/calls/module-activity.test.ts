import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import { type Body, startTestPlatform, type TestPlatform } from '../../../../test/platform.ts'
import { applyModules } from '../../../modules/modules.fixture.ts'
import { publish } from '../../definition/templates/templates.fixture.ts'
import { bpmn, end, extensions, flows, start, user } from '../../engine/process.fixture.ts'

const secret = 'the-key-of-the-module'
const asked: { path: string | undefined; headers: Record<string, unknown>; body: string }[] = []
const other = createServer(async (request, response) => {
  asked.push({ path: request.url, headers: request.headers, body: await text(request) })
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ output: { note: `you sent ${request.headers['x-key']}` } }))
})
let office: TestPlatform

const activity = (name: string, more = ''): string =>
  `<serviceTask id="a">${extensions(
    `<chancery:action type="delegated"/><chancery:setting name="activity" ${name}/>${more}`,
  )}</serviceTask>`
const diagram = (name: string, more = ''): string =>
  bpmn([
    extensions('<chancery:variable name="note" type="string"/>'),
    start(),
    activity(name, more),
    user('b'),
    end(),
    flows('s > a > b > e'),
  ])

before(async () => {
  await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  office = await startTestPlatform({ OUTBOUND_ALLOW: '127.0.0.1', OUTBOUND_PORTS: `${port}` })
  await applyModules(office.call, 'asking', {
    asking: `name: Asking
settings:
  - { code: url, name: Address, type: url, required: true }
  - { code: key, name: Key, type: secret, required: true }
activities:
  - { code: ask, name: Ask, url: "{url}/ask", headers: { X-Key: "{key}" }, signature: key }
`,
  })
  const settings = { url: `http://127.0.0.1:${port}`, key: secret }
  assertDone(await office.call('PATCH', '/api/v1/modules/asking', { settings }))
  assertDone(await publish(office.call, 'ref.asks', diagram('text="asking.ask"')))
})

after(async () => {
  await office[Symbol.asyncDispose]()
  other.closeAllConnections()
  other.close()
})

/** Starts an instance and waits until it stops at the task `b` or at an incident. */
async function run(): Promise<Body> {
  const { body } = await office.call('POST', '/pub/v1/bpm/template/ref/asks/run', {})
  for (let round = 0; round < 3_000; round++) {
    const { instance } = (await office.call('GET', `/api/v1/instances/${body.context.__id}`)).body
    const shown = JSON.stringify(instance)
    if (instance.incidents.length > 0 || /"element(Id)?":"b"/.test(shown)) return instance
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('the instance did not advance')
}

describe('a delegated activity of a module', () => {
  it('is sent to the address of the module, with its headers and its signature, and hides its secrets', async () => {
    const instance = await run()
    const [{ path, headers, body }] = asked.slice(-1) as [(typeof asked)[0]]
    assert.deepEqual([path, headers['x-key']], ['/ask', secret])
    const [, seconds, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['chancery-signature']))!
    assert.equal(signature, createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'))
    assert.equal(instance.context.note, 'you sent ***')
    assert.doesNotMatch(JSON.stringify(instance), new RegExp(secret))
  })

  it('stops with an incident that names the module when the module is off', async () => {
    assertDone(await office.call('PATCH', '/api/v1/modules/asking', { enabled: false }))
    const count = asked.length
    const { incidents } = await run()
    assert.match(JSON.stringify(incidents), /the module \\"asking\\" is switched off/)
    assert.equal(asked.length, count)
    assertDone(await office.call('PATCH', '/api/v1/modules/asking', { enabled: true }))
  })

  it('is named by a constant, in place of an address', async () => {
    for (const [name, more, sentence] of [
      ['value="note"', '', /give a constant/],
      ['text="asking.ask"', '<chancery:setting name="url" text="https://x.test/"/>', /needs either/],
    ] as const) {
      const answer = await publish(office.call, 'ref.wrong', diagram(name, more))
      assert.equal(answer.status, 400)
      assert.match(JSON.stringify(answer.body.problems), sentence)
    }
  })

  it('that no module has is a warning when the diagram is published', async () => {
    const answer = await publish(office.call, 'ref.early', diagram('text="asking.aks"'))
    assertDone(answer)
    assert.match(
      JSON.stringify(answer.body.warnings),
      /no module has the activity \\"asking.aks\\" yet; did you mean \\"asking.ask\\"/,
    )
  })
})
