import assert from 'node:assert/strict'
import { it } from 'node:test'
import { countOf, sizeText } from './progress.ts'

it('a count of one has its noun in the singular', () => {
  assert.deepEqual(
    [0, 1, 2].map((count) => countOf(count, 'row')),
    ['0 rows', '1 row', '2 rows'],
  )
})

it('a size is below 1000 in its unit, also after rounding; terabytes are the largest unit', () => {
  assert.deepEqual([0, 999, 1000, 999_949, 999_999, 12_345_678, 1e15, 1e18].map(sizeText), [
    '0 bytes',
    '999 bytes',
    '1.0 kB',
    '999.9 kB',
    '1.0 MB',
    '12.3 MB',
    '1000.0 TB',
    '1000000.0 TB',
  ])
})
