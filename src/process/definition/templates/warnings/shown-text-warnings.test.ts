import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { assertDone } from '../../../../../test/everything.ts'
import { type Body, startEmptyPlatform, type TestPlatform } from '../../../../../test/platform.ts'
import { applyFiles } from '../../../../api/v1/scheme/scheme.fixture.ts'
import { bpmn, element, end, extensions, flows, start, user } from '../../../engine/process.fixture.ts'

/** Returns a process that reads a contract; its name and the subject of its task show these variables. */
const showing = (name: string, subject: string): string =>
  bpmn([
    extensions(
      `<chancery:process name="&quot;Contract &quot; + ${name}"/>` +
        '<chancery:variable name="contract" type="element" of="deals.contracts"/>' +
        ['title', 'cost', 'text'].map((code) => `<chancery:variable name="${code}" type="string"/>`).join(''),
    ),
    start(),
    element(
      'serviceTask',
      'read',
      extensions(
        '<chancery:action type="element.read"/><chancery:setting name="app" text="deals.contracts"/>' +
          '<chancery:setting name="element" value="contract"/><chancery:output name="title" value="element.title"/>' +
          '<chancery:output name="cost" value="string(element.cost)"/>',
      ),
    ),
    element('scriptTask', 'tell', '<script>return { text: "costs " + variables.cost }</script>').replace(
      'id="tell"',
      'id="tell" scriptFormat="javascript"',
    ),
    user('check', '', `<chancery:task subject="&quot;Check &quot; + ${subject}"/>`),
    end(),
    flows('s > read > tell > check > e'),
  ])

let started: TestPlatform
before(async () => {
  started = await startEmptyPlatform()
  await applyFiles(started.call, {
    'solution.yaml': 'code: deals\nname: Deals\nversion: 1.0.0\n',
    'namespaces/deals/namespace.yaml': 'name: Deals\n',
    'namespaces/deals/groups/finance.yaml': 'name: Finance\n',
    'namespaces/deals/apps/contracts.yaml': `name: Contracts
fields: [{ code: title, type: string }, { code: cost, type: number }]
access: { fields: [{ fields: [cost], to: [deals.finance], may: [read] }] }
`,
  })
})
after(() => started[Symbol.asyncDispose]())

async function warningsOf(file: string): Promise<string[]> {
  const answer = await started.call('POST', '/api/v1/processes/deals/show/check', new TextEncoder().encode(file))
  assertDone(answer)
  return answer.body.problems.map(({ elementId, message }: Body) => `${elementId ?? ''}: ${message}`)
}

it('a name or subject with a value of a field that has access rules is a warning', async () => {
  const rest = 'which can hold a value of the field deals.contracts.cost, and the field has access rules; everyone who'
  assert.deepEqual(await warningsOf(showing('cost', 'text')), [
    `: the name of the instances contains "cost", ${rest} sees the instance sees this text`,
    `check: the subject of the task contains "text", ${rest} sees the task sees this text`,
  ])
  assert.deepEqual(await warningsOf(showing('title', 'title')), [])
})
