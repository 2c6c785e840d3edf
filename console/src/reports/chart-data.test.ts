import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chartData } from './chart-data.ts'

const column = (code: string, type: string) => ({ code, name: code, type })
const age = [column('place', 'number'), column('age', 'string'), column('open', 'number'), column('late', 'number')]
const rows = [
  { place: 1, age: 'a day', open: 3, late: 0 },
  { place: 2, age: 'a week', open: 5, late: 2 },
]

describe('the chart of a report', () => {
  it('takes the numbers that follow a text or a date', () => {
    const { label, numbers } = chartData(age, rows)!
    assert.deepEqual([label.code, numbers.map(({ code }) => code)], ['age', ['open', 'late']])
  })

  it('takes the last column whose values differ in every row', () => {
    const columns = [column('process', 'string'), column('title', 'string'), column('completed', 'number')]
    const both = (second: string) => [
      { process: 'a', title: 'One', completed: 1 },
      { process: 'b', title: second, completed: 2 },
    ]
    assert.equal(chartData(columns, both('Two'))?.label.code, 'title')
    assert.equal(chartData(columns, both('One'))?.label.code, 'process')
  })

  it('is missing when labels repeat, when there are no numbers, and when there are too few or too many rows', () => {
    assert.equal(chartData(age, [rows[0]!, rows[0]!]), undefined)
    assert.equal(chartData(age.slice(0, 2), rows), undefined)
    assert.equal(chartData(age, rows.slice(1)), undefined)
    const many = Array.from({ length: 61 }, (_, index) => ({ place: index, age: `${index} days`, open: 1, late: 0 }))
    assert.equal(chartData(age, many), undefined)
  })
})
