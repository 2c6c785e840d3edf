import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type DiagramElement, nextElement, readingOrder, type Step } from './next-element.ts'

type Draft = { -readonly [Key in keyof DiagramElement]: DiagramElement[Key] } & { outgoing?: DiagramElement[] }
const shape = (id: string, x: number, y: number): Draft => ({ id, x, y, incoming: [], outgoing: [] })
const [start, gateway, above, below] = [
  shape('start', 0, 50),
  shape('gateway', 100, 50),
  shape('above', 200, 0),
  shape('below', 200, 90),
]
const flow = (id: string, source: Draft, target: Draft): DiagramElement => {
  const made = { id, waypoints: [], source, target }
  source.outgoing!.push(made)
  target.incoming = [...target.incoming!, made]
  return made
}
const flows = [flow('f1', start, gateway), flow('f2', gateway, above), flow('f3', gateway, below)]
const all: readonly DiagramElement[] = [below, ...flows, above, gateway, start]
const step = (from: DiagramElement | undefined, key: Step) => nextElement(from, key, all)?.id

describe('the arrow keys on a diagram', () => {
  it('begin at the first element', () => assert.equal(step(undefined, 'ArrowRight'), 'start'))

  it('left and right follow the flow', () => {
    assert.deepEqual([step(start, 'ArrowRight'), step(gateway, 'ArrowLeft')], ['gateway', 'start'])
    assert.deepEqual([step(flows[2], 'ArrowRight'), step(flows[2], 'ArrowLeft')], ['below', 'gateway'])
    assert.equal(step(below, 'ArrowRight'), undefined)
  })

  it('up and down reach every element, flows as well', () => {
    const order = readingOrder(all).map(({ id }) => id)
    assert.deepEqual(order, ['start', 'f1', 'gateway', 'f2', 'f3', 'above', 'below'])
    assert.deepEqual([step(gateway, 'ArrowDown'), step(gateway, 'ArrowUp')], ['f2', 'f1'])
    assert.equal(step(below, 'ArrowDown'), undefined)
  })
})
