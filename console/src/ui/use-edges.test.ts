import assert from 'node:assert/strict'
import { it } from 'node:test'
import { edgesWithMore } from './use-edges.ts'

it('the edges with more content follow the position of the scroll bar', () => {
  const at = (scrollLeft: number, scrollWidth = 1200) => edgesWithMore({ scrollLeft, scrollWidth, clientWidth: 800 })
  assert.deepEqual([at(0), at(200), at(400), at(0, 800)], ['end', 'both', 'start', undefined])
})
