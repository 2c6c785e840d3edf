import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { candidateColumns, defaultColumns } from './columns.ts'

const field = (code: string, type = 'STRING', view?: string) => ({
  code,
  type,
  required: false,
  array: false,
  view: { name: code },
  data: { view },
})
const schema = {
  fields: [
    field('a'),
    field('lat', 'FLOAT'),
    field('b'),
    field('note', 'STRING', 'multiline'),
    ...['c', 'd', 'e', 'f', 'number'].map((code) => field(code)),
  ],
  statuses: [{}],
  params: { nameTemplate: '{{number}}' },
}
const candidates = candidateColumns(schema)

describe('the columns of a list that nobody chose', () => {
  it('leave out long fields and parts of the name, and put plain numbers last', () => {
    assert.deepEqual(candidates, ['a', 'b', 'c', 'd', 'e', 'f', 'lat'])
  })

  it('are five own fields that are not empty on the page, in the order of the schema', () => {
    const rows = [{ a: 1, lat: 5, b: null, c: [], d: '', e: 'x', f: 'y' }]
    assert.deepEqual(defaultColumns(schema, candidates, rows), [
      '__name',
      '__status',
      'a',
      'lat',
      'e',
      'f',
      '__createdAt',
    ])
  })

  it('are the first five of an empty list', () => {
    assert.deepEqual(defaultColumns({ ...schema, statuses: [] }, candidates, []), [
      '__name',
      ...['a', 'b', 'c', 'd', 'e'],
      '__createdAt',
    ])
  })

  it('leave out a field that is too wide beside the others, and take the next one that fits', () => {
    const long = 'a value that takes all the room of its cell'
    const rows = [{ a: long, b: [{ __id: '1', __name: long }], c: long, d: 'd', e: long, f: 'f' }]
    assert.deepEqual(defaultColumns(schema, candidates, rows), [
      '__name',
      '__status',
      ...['a', 'b', 'c', 'd', 'f'],
      '__createdAt',
    ])
  })
})
