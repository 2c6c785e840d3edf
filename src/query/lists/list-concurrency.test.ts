import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createListConcurrency } from './list-concurrency.ts'

const endless = () => new Promise<void>(() => {})

it('lists of one caller wait for each other, and those of others do not wait for them', async () => {
  const listConcurrency = createListConcurrency({ running: 2, waiting: 1 })
  const begun: string[] = []
  let end = (): void => {}
  const first = listConcurrency('bob', () => new Promise<void>((resolve) => (end = resolve)))
  void listConcurrency('bob', endless)
  const waiting = listConcurrency('bob', async () => void begun.push('bob'))
  await assert.rejects(listConcurrency('bob', endless), {
    code: 'query.too_many_lists',
    status: 429,
    message: /too many/,
  })
  await listConcurrency('cat', async () => void begun.push('cat'))
  assert.deepEqual(begun, ['cat'])
  end()
  await Promise.all([first, waiting])
  assert.deepEqual(begun, ['cat', 'bob'])
})

it('a list that fails makes room for the next', async () => {
  const listConcurrency = createListConcurrency({ running: 1, waiting: 0 })
  await assert.rejects(
    listConcurrency('bob', () => Promise.reject(new Error('broken'))),
    /broken/,
  )
  assert.equal(await listConcurrency('bob', async () => 'done'), 'done')
})
