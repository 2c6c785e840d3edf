import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { difference, differenceMarks } from './difference.ts'
import type { Model } from './model.ts'

const element = (id: string, facts: Record<string, string> = {}) => ({
  id,
  name: id.toUpperCase(),
  type: 'userTask',
  parent: 'p',
  facts: new Map(Object.entries(facts)),
})
const model = (elements: Model['elements'], flows: Model['flows'] = []): Model => ({
  elements,
  flows,
  byId: new Map(),
  processes: [],
  isDrawn: true,
})

describe('the difference of two versions', () => {
  const flow = (id: string, condition: string) => ({
    id,
    name: '',
    source: 'a',
    target: 'b',
    facts: new Map([['conditionExpression', condition]]),
  })
  const before = model(
    [element('a'), element('b', { 'task.due': 'P2D', name: 'B' }), element('c')],
    [flow('f', 'x > 1')],
  )
  const after = model(
    [element('a'), element('b', { 'task.due': 'P3D', name: 'B' }), element('d')],
    [flow('f', 'x > 2')],
  )
  const changes = difference(before, after)

  it('names removed, changed and added elements and flows', () => {
    assert.deepEqual(
      changes.map(({ id, kind, isFlow }) => [id, kind, isFlow]),
      [
        ['b', 'changed', false],
        ['c', 'removed', false],
        ['d', 'added', false],
        ['f', 'changed', true],
      ],
    )
  })

  it('says what changed at an element', () => {
    assert.deepEqual(changes[0]!.facts, [{ path: 'task.due', before: 'P2D', after: 'P3D' }])
  })

  it('of equal versions is empty', () => {
    assert.deepEqual(difference(before, before), [])
  })

  it('marks elements with a sign and flows with a colour', () => {
    const { elements } = differenceMarks(changes, { added: 'Added', removed: 'Removed', changed: 'Changed' })
    assert.deepEqual(elements.get('c'), { tone: 'removed', badges: [{ tone: 'removed', text: '−', title: 'Removed' }] })
    assert.deepEqual(elements.get('f'), { tone: 'changed', badges: [] })
  })
})
