import assert from 'node:assert/strict'
import { it } from 'node:test'
import { savedSearch } from './saved-search.ts'

it('a saved view keeps filters, order and columns, but not the page or what was open', () => {
  const search = '?f=%5B%22kind%3Asupplier%22%5D&sort=-__createdAt&page=3&open=1&tab=history'
  assert.equal(savedSearch(search), 'f=%5B%22kind%3Asupplier%22%5D&sort=-__createdAt')
})
