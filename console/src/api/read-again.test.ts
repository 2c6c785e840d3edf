import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { readAgain } from './read-again.ts'

/** Creates a cache with one shown query, whose answers the test gives one after the other. */
function shownQuery() {
  const client = new QueryClient()
  const requests: ((data: string) => void)[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['elements', 'list'],
    queryFn: () => new Promise<string>((resolve) => requests.push(resolve)),
  })
  const hide = observer.subscribe(() => {})
  return {
    client,
    requests,
    shown: () => observer.getCurrentResult().data,
    async answer(data: string) {
      requests.at(-1)?.(data)
      await new Promise((resolve) => setTimeout(resolve))
    },
    [Symbol.dispose]() {
      hide()
      client.clear()
    },
  }
}

describe('reading again what has changed', () => {
  it('reads a query once more when it changes during its first read, whose answer may be older', async () => {
    using query = shownQuery()
    readAgain(query.client, ['elements'])
    readAgain(query.client, ['elements'])
    await query.answer('before the change')
    assert.equal(query.requests.length, 2)
    await query.answer('after the change')
    assert.deepEqual([query.shown(), query.requests.length], ['after the change', 2])
  })

  it('replaces a later read that is running', async () => {
    using query = shownQuery()
    await query.answer('first')
    readAgain(query.client, ['elements'])
    readAgain(query.client, ['elements'])
    await query.answer('second')
    assert.deepEqual([query.shown(), query.requests.length], ['second', 3])
  })

  it('reads only the queries that match', async () => {
    using query = shownQuery()
    await query.answer('first')
    readAgain(query.client, ['elements'], ({ queryKey }) => queryKey[1] === 'card')
    assert.equal(query.requests.length, 1)
    readAgain(query.client, ['elements'], ({ queryKey }) => queryKey[1] === 'list')
    assert.equal(query.requests.length, 2)
  })

  it('leaves other queries alone', async () => {
    using query = shownQuery()
    readAgain(query.client, ['tasks'])
    await query.answer('first')
    assert.deepEqual([query.shown(), query.requests.length], ['first', 1])
  })
})
