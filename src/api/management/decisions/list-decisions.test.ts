import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { decision, dmn, input, literal } from '../../../decisions/decisions.fixture.ts'
import { applyDecisions } from '../../../decisions/deployed.fixture.ts'

const server = useServer()

it('lists the decisions with their inputs and newest versions', async () => {
  const file = (text: string) =>
    dmn(
      input('price', 'number'),
      decision('net', literal(text), { inputs: ['price'] }),
      decision('all', literal('net'), { decisions: ['net'] }),
    )
  await applyDecisions(server.call, 'listed', { 'net.dmn': file('price'), 'net.yaml': 'description: Prices\n' })
  await applyDecisions(server.call, 'listed', { 'net.dmn': file('price - 1'), 'net.yaml': 'description: Prices\n' })
  const list = await server.call('GET', '/api/v1/decisions')
  assertDone(list)
  const { namespace, code, version, main, decisions, inputs, description } = list.body.decisions.find(
    (one: Body) => one.namespace === 'listed',
  )
  assert.deepEqual([namespace, code, version, main, description], ['listed', 'net', 2, 'all', 'Prices'])
  assert.deepEqual(
    decisions.map(({ id }: Body) => id),
    ['net', 'all'],
  )
  assert.deepEqual(inputs, [{ name: 'price', type: 'number' }])
})
