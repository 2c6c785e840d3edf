import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bpmn, compile, element, end, extensions, flows, start } from '../../engine/process.fixture.ts'
import { closureOf, flowsOf, readsElsewhere } from './program-flows.ts'

/** Compiles a process with one action. */
async function acting(action: string, inside: string) {
  const act = element('serviceTask', 'act', extensions(`<chancery:action type="${action}"/>${inside}`))
  const [program] = await compile(bpmn([start(), act, end(), flows('s > act > e')]))
  return program!
}
const value = (name: string, variable: string): string => `<chancery:setting name="${name}" value="${variable}"/>`
const url = '<chancery:setting name="url" text="https://crm.example.com/"/>'
const outputs =
  '<chancery:output name="total" value="body.total"/><chancery:output name="state" value="status"/>' +
  '<chancery:output name="heads" value="headers"/>'

describe('the answer to a request', () => {
  it('counts as computed from the address, the headers and the body that were sent', async () => {
    for (const sent of [value('url', 'cost'), url + value('header.X-Cost', 'cost'), url + value('body', 'cost')]) {
      const reached = closureOf(flowsOf(await acting('http', sent + outputs)), 'cost')
      assert.deepEqual([...reached].sort(), ['cost', 'heads', 'state', 'total'], sent)
    }
  })

  it('does not count as computed from variables that were not sent', async () => {
    const reached = closureOf(flowsOf(await acting('http', `${url}${value('body', 'cost')}${outputs}`)), 'other')
    assert.deepEqual([...reached], ['other'])
  })
})

describe('a process can hold values that it was not started with', () => {
  it('if it reads elements or generates documents', async () => {
    const app = '<chancery:setting name="app" text="deals.contracts"/>'
    assert.ok(readsElsewhere(await acting('element.read', app)))
    assert.ok(readsElsewhere(await acting('document.generate', '<chancery:setting name="template" text="a.b"/>')))
    assert.ok(!readsElsewhere(await acting('http', url)))
  })
})
