import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../../test/everything.ts'
import type { Body } from '../../../../../test/platform.ts'
import { useServer } from '../../../../../test/shared-server.ts'
import { oneTask, publish } from '../../../../process/definition/templates/templates.fixture.ts'

const server = useServer()

const variables = [
  '<chancery:variable name="amount" type="decimal" title="Amount" required="true"/>',
  '<chancery:variable name="kind" type="choice"><chancery:value code="a" name="One"/></chancery:variable>',
  '<chancery:variable name="contact" type="element" of="ref.contacts"/>',
  '<chancery:variable name="rows" type="table"><chancery:column name="item" type="string"/></chancery:variable>',
].join('')

it('describes the context like fields, and the elements and flows', async () => {
  assertDone(await publish(server.call, 'ref.schema', oneTask(variables)))
  const answer = await server.call('GET', '/pub/v1/scheme/namespaces/ref/processes/schema')
  assertDone(answer)
  const { code, __name, namespace, version, context, process } = answer.body.process
  assert.deepEqual([code, __name, namespace, version], ['schema', 'schema', 'ref', 1])
  assert.deepEqual(
    context.map(({ code, type, required, data }: Body) => [code, type, required, data]),
    [
      ['amount', 'DECIMAL', true, {}],
      ['kind', 'ENUM', false, { enumItems: [{ code: 'a', name: 'One' }] }],
      ['contact', 'SYS_COLLECTION', false, { namespace: 'ref', code: 'contacts' }],
      ['rows', 'TABLE', false, { fields: context[3].data.fields }],
    ],
  )
  assert.deepEqual(context[0].view, { name: 'Amount' })
  assert.deepEqual(
    process.items.map(({ id, type }: Body) => [id, type]),
    [
      ['s', 'startEvent'],
      ['check', 'userTask'],
      ['e', 'endEvent'],
    ],
  )
  assert.deepEqual(process.transitions[0], { id: 's-check', name: '', source: 's', target: 'check' })
  assert.deepEqual(process.swimlanes, [])
})

it('refuses an unknown process', async () => {
  const answer = await server.call('GET', '/pub/v1/scheme/namespaces/ref/processes/shema')
  assertRefused(answer, 404, 'process.not_found', /did you mean "ref\.schema"/)
})
