import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Query, QueryClient } from '@tanstack/react-query'
import { createCheckpoint } from './checkpoint.ts'

function tab() {
  const client = new QueryClient()
  const cache = client.getQueryCache()
  const checkpoint = createCheckpoint(cache)
  /** Reads a query and returns it when its answer has arrived; `answer` may wait or fail. */
  const read = async (key: string, answer: () => Promise<string> = async () => 'data'): Promise<Query> => {
    await client.fetchQuery({ queryKey: [key], queryFn: answer, retry: false }).catch(() => {})
    return cache.find({ queryKey: [key] })!
  }
  return { checkpoint, read, [Symbol.dispose]: () => client.clear() }
}

describe('the checkpoint of a tab', () => {
  it('begins with the first answer, and moves with the events of a stream', () => {
    using tabs = tab()
    const { checkpoint } = tabs
    assert.equal(checkpoint.text(), undefined)
    checkpoint.begin('1', undefined)
    checkpoint.begin('2', undefined)
    assert.equal(checkpoint.text(), '1')
    checkpoint.move('3', [])
    checkpoint.begin('4', undefined)
    assert.equal(checkpoint.text(), '3')
  })

  it('is none after an event of an older server, which has none', () => {
    using tabs = tab()
    const { checkpoint } = tabs
    checkpoint.begin(undefined, undefined)
    checkpoint.begin('1', undefined)
    assert.equal(checkpoint.text(), '1')
    checkpoint.move('', [])
    assert.equal(checkpoint.text(), undefined)
  })

  it('makes queries outdated that were read before it was known, but not the answer that it came with', async () => {
    using tabs = tab()
    const { checkpoint, read } = tabs
    const [workspace, earlier] = [await read('workspace'), await read('earlier')]
    checkpoint.begin('1', workspace)
    const later = await read('later')
    assert.deepEqual(
      [workspace, earlier, later].map((query) => checkpoint.isOutdated('tasks', query)),
      [false, true, false],
    )
  })

  it('makes queries outdated that were being read when it arrived', async () => {
    using tabs = tab()
    const { checkpoint, read } = tabs
    const answer = Promise.withResolvers<string>()
    const reading = read('slow', () => answer.promise)
    checkpoint.move('1', [])
    answer.resolve('data')
    assert.equal(checkpoint.isOutdated('tasks', await reading), true)
    assert.equal(checkpoint.isOutdated('tasks', await read('slow')), false)
  })

  it('makes queries outdated whose later reading has failed', async () => {
    using tabs = tab()
    const { checkpoint, read } = tabs
    await read('list')
    checkpoint.move('1', [])
    const query = await read('list', () => Promise.reject(new Error('not now')))
    assert.equal(checkpoint.isOutdated('tasks', query), true)
  })

  it('makes no query of a topic outdated that the stream has followed', async () => {
    using tabs = tab()
    const { checkpoint, read } = tabs
    const query = await read('list')
    checkpoint.move('1', ['tasks'])
    assert.deepEqual(
      ['tasks', 'application:a.b'].map((topic) => checkpoint.isOutdated(topic, query)),
      [false, true],
    )
  })
})
