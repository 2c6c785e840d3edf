import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { layOut } from './layout.ts'
import type { Model, ModelElement } from './model.ts'
import type { Box } from './services.ts'

/** Returns a model of elements such as `start:startEvent` and flows such as `start>check`. */
function modelOf(
  elements: readonly string[],
  flows: readonly string[],
  more: Record<string, Partial<ModelElement>> = {},
) {
  const all = elements.map((text): ModelElement => {
    const [id = '', type = 'userTask'] = text.split(':')
    return { id, name: id, type, parent: 'p', facts: new Map(), ...more[id] }
  })
  return {
    elements: all,
    byId: new Map(all.map((element) => [element.id, element])),
    processes: [{ id: 'p', name: '', variables: [] }],
    isDrawn: false,
    flows: flows.map((text) => {
      const [source = '', target = ''] = text.split('>')
      return { id: text, name: '', source, target, facts: new Map() }
    }),
  } satisfies Model
}

const overlaps = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

describe('the layout of a process without a drawing', () => {
  const { boxes, lines } = layOut(
    modelOf(
      ['start:startEvent', 'large:exclusiveGateway', 'approve', 'pay', 'end:endEvent'],
      ['start>large', 'large>approve', 'large>pay', 'approve>pay', 'pay>end', 'pay>approve'],
    ),
    'p',
  )
  const box = (id: string): Box => boxes.get(id)!

  it('goes from left to right', () => {
    const order = ['start', 'large', 'approve', 'pay', 'end'].map((id) => box(id).x)
    assert.deepEqual(
      order,
      order.toSorted((a, b) => a - b),
    )
  })

  it('has no elements on top of each other', () => {
    const all = [...boxes]
    for (const [index, [id, one]] of all.entries())
      for (const [other, two] of all.slice(index + 1)) assert.ok(!overlaps(one, two), `${id} and ${other}`)
  })

  it('leads a line around the elements that it passes', () => {
    const passing = lines.get('large>pay')!
    assert.ok(passing.some(([, y]) => y > box('approve').y + box('approve').height))
  })

  it('leads a line back below all elements', () => {
    const lowest = Math.max(...[...boxes.values()].map(({ y, height }) => y + height))
    assert.ok(lines.get('pay>approve')!.some(([, y]) => y > lowest))
  })

  it('puts a boundary event on the border of its activity, and a sub-process around its elements', () => {
    const { boxes: found } = layOut(
      modelOf(['work:subProcess', 'inner', 'late:boundaryEvent', 'call'], ['late>call'], {
        inner: { parent: 'work' },
        late: { attachedTo: 'work' },
      }),
      'p',
    )
    const [work, inner, late] = [found.get('work')!, found.get('inner')!, found.get('late')!]
    assert.ok(inner.x > work.x && inner.y > work.y && inner.y + inner.height < work.y + work.height)
    assert.ok(late.y < work.y + work.height && late.y + late.height > work.y + work.height)
  })
})
