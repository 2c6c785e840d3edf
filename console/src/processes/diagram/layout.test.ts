import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { drawingFaults } from './drawing-faults.fixture.ts'
import { laidOut } from './drawn-file.fixture.ts'
import { areOverlapping } from './label-places.ts'
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
      for (const [other, two] of all.slice(index + 1)) assert.ok(!areOverlapping(one, two), `${id} and ${other}`)
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

  it('has no overlaps in random processes', () => {
    for (let seed = 1; seed <= 100; seed++)
      assert.deepEqual(drawingFaults(laidOut(randomModel(seed))), [], `process of seed ${seed}`)
  })
})

/** Returns a process of 6 to 17 elements with names, boundary events and loops. */
function randomModel(seed: number): Model {
  let state = seed * 7919
  const below = (limit: number): number => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    return (state >> 8) % limit
  }
  const count = 4 + below(12)
  const middle = Array.from({ length: count }, (_, index) =>
    below(3) === 0 ? `g${index}:exclusiveGateway` : `t${index}:userTask`,
  )
  const elements = ['start:startEvent', ...middle, 'end:endEvent']
  const ids = elements.map((text) => text.split(':')[0]!)
  const flows = new Set(ids.slice(1).map((id, index) => `${ids[index]}>${id}`))
  const connect = (from: string) => {
    const to = ids[1 + below(count + 1)]!
    if (from !== to) flows.add(`${from}>${to}`)
  }
  for (let index = 0; index < count / 2; index++) connect(ids[1 + below(count)]!)
  const more: Record<string, Partial<ModelElement>> = {}
  for (let index = 0; index < 2; index++) {
    const host = ids[1 + below(count)]!
    if (!host.startsWith('t') || below(2) === 0) continue
    elements.push(`late${index}:boundaryEvent`)
    more[`late${index}`] = { attachedTo: host, name: 'Too late' }
    connect(`late${index}`)
  }
  for (const [index, id] of ids.entries()) more[id] ??= { name: index % 2 ? 'Is it right?' : 'Do the thing' }
  const model = modelOf(elements, [...flows], more)
  const names = ['yes', 'no', 'not so sure']
  return {
    ...model,
    flows: model.flows.map((flow) => ({ ...flow, name: flow.source.startsWith('g') ? names[below(3)]! : '' })),
  }
}
