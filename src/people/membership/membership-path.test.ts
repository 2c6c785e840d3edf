import assert from 'node:assert/strict'
import { it } from 'node:test'
import { containmentPath } from './membership-path.ts'

const step = (outer: string, inner: string) => ({ outer, outerName: outer.toUpperCase(), inner })

it('the path is the shortest one, from the outermost group inwards', () => {
  const steps = [step('b', 'a'), step('c', 'b'), step('d', 'c'), step('d', 'b'), step('x', 'a')]
  assert.deepEqual(containmentPath(steps, 'a', 'd'), ['D', 'B'])
  assert.deepEqual(containmentPath(steps, 'a', 'b'), ['B'])
})

it('there is none to a group beside or below', () => {
  const steps = [step('b', 'a'), step('c', 'b')]
  assert.equal(containmentPath(steps, 'b', 'a'), undefined)
  assert.equal(containmentPath(steps, 'a', 'z'), undefined)
})

it('it is found or not, even when the memberships contain a cycle', () => {
  const steps = [step('b', 'a'), step('a', 'b'), step('c', 'b')]
  assert.deepEqual(containmentPath(steps, 'a', 'c'), ['C', 'B'])
  assert.equal(containmentPath(steps, 'a', 'z'), undefined)
})
