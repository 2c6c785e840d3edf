import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { heatMarks, instanceMarks } from './marks.ts'

const words = {
  active: (count: number) => `${count} active`,
  done: (count: number) => `${count} done`,
  incidents: (count: number) => `${count} incidents`,
}
const element = (elementId: string, active: number, completed: number, incidents: number) => ({
  elementId,
  active,
  completed,
  incidents,
})

describe('the marks of an instance', () => {
  const marks = instanceMarks(
    { elements: [element('start', 0, 1, 0), element('approve', 2, 3, 0), element('pay', 3, 0, 1)], flows: ['f1'] },
    words,
  )
  const of = (id: string) => marks.elements.get(id)!

  it('show where tokens are, what is completed and what has stopped', () => {
    assert.deepEqual([of('start').tone, of('approve').tone, of('pay').tone], ['done', 'active', 'incident'])
    assert.deepEqual([...marks.taken], ['f1'])
  })

  it('have a badge with a count for each colour', () => {
    assert.deepEqual(of('start').badges, [{ tone: 'done', text: '✓', title: '1 done' }])
    assert.deepEqual(
      of('approve').badges.map(({ tone, text }) => [tone, text]),
      [
        ['active', '2'],
        ['done', '✓ 3'],
      ],
    )
  })

  it('do not count a stopped token as active', () => {
    assert.deepEqual(
      of('pay').badges.map(({ title }) => title),
      ['1 incidents', '2 active'],
    )
  })
})

describe('a heat map', () => {
  const value = (elementId: string, count: number) => ({
    elementId,
    value: count,
    text: String(count),
    title: `${count} times`,
  })

  it('gives the largest value the darkest of four shades and leaves out what never happened', () => {
    const { elements } = heatMarks([value('a', 400), value('b', 101), value('c', 1), value('d', 0)])
    assert.deepEqual(
      [...elements].map(([id, { shade }]) => [id, shade]),
      [
        ['a', 4],
        ['b', 2],
        ['c', 1],
      ],
    )
  })

  it('without values has no marks', () => {
    assert.equal(heatMarks([value('a', 0)]).elements.size, 0)
    assert.equal(heatMarks([]).elements.size, 0)
  })
})
