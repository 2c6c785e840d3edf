import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ModelElement, ModelFlow } from './diagram/model.ts'
import { stepsAfter } from './steps-after.ts'

const facts = new Map<string, string>()
/** Returns an element; `what` is its type and, after a space, its name. */
const element = (id: string, what: string, parent = 'p'): readonly [string, ModelElement] => {
  const [type = '', ...name] = what.split(' ')
  return [id, { id, type, name: name.join(' ') || id, parent, facts }]
}
/** Returns flows written as `a > b > c`. */
const flows = (...lines: string[]): ModelFlow[] =>
  lines.flatMap((line) => {
    const ids = line.split(' > ')
    return ids.slice(1).map((target, at) => ({ id: `${ids[at]}-${target}`, name: '', facts, source: ids[at]!, target }))
  })

describe('the steps that can follow a step', () => {
  const byId = new Map([
    element('check', 'userTask Check'),
    element('is_right', 'exclusiveGateway Is it right?'),
    element('sign', 'userTask Sign'),
    element('wait', 'intermediateCatchEvent'),
    element('rework', 'userTask Rework'),
    element('paid', 'endEvent Paid'),
    element('quiet', 'serviceTask'),
  ])

  it('are those behind gateways and events without a name', () => {
    const lines = flows('check > is_right > sign > paid', 'is_right > wait > rework > check')
    assert.deepEqual(stepsAfter({ byId, flows: lines }, 'check'), ['Sign', 'Rework'])
    assert.deepEqual(stepsAfter({ byId, flows: lines }, 'sign'), ['Paid'])
  })

  it('are those behind the sub-process when the sub-process ends', () => {
    const inner = new Map([...byId, element('pack', 'subProcess'), element('end', 'endEvent', 'pack')])
    assert.deepEqual(stepsAfter({ byId: inner, flows: flows('check > end', 'pack > sign') }, 'check'), ['Sign'])
  })

  it('are never the id of a step without a name', () => {
    assert.deepEqual(stepsAfter({ byId, flows: flows('check > quiet > sign') }, 'check'), [])
  })

  it('end where the diagram leads in a circle', () => {
    assert.deepEqual(stepsAfter({ byId, flows: flows('check > is_right > wait > is_right') }, 'check'), [])
  })
})
