import assert from 'node:assert/strict'
import { it } from 'node:test'
import { withStepNames } from './step-words.ts'

const names = new Map([
  ['Activity_1i7mkmq', 'Check the account'],
  ['review', 'Review'],
  ['g1', 'g1'],
])
const named = (message: string) => withStepNames(message, (id) => names.get(id))

it('messages name steps by their names on the diagram', () => {
  assert.equal(named('Activity_1i7mkmq: no flow leaves'), '“Check the account”: no flow leaves')
  assert.equal(named('"Activity_1i7mkmq" and "review" wait'), '“Check the account” and “Review” wait')
})

it('ordinary words, other ids and steps without a name stay as they are', () => {
  assert.equal(named('a review is needed in "total" at g1'), 'a review is needed in "total" at g1')
})
