import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createListsAtOnce } from './lists-at-once.ts'

const endless = () => new Promise<void>(() => {})

it('lists of one caller wait for each other, and those of others do not wait for them', async () => {
  const listsAtOnce = createListsAtOnce({ running: 2, waiting: 1 })
  const begun: string[] = []
  let end = (): void => {}
  const first = listsAtOnce('bob', () => new Promise<void>((resolve) => (end = resolve)))
  void listsAtOnce('bob', endless)
  const waiting = listsAtOnce('bob', async () => void begun.push('bob'))
  await assert.rejects(listsAtOnce('bob', endless), { code: 'query.too_many_lists', status: 429, message: /too many/ })
  await listsAtOnce('cat', async () => void begun.push('cat'))
  assert.deepEqual(begun, ['cat'])
  end()
  await Promise.all([first, waiting])
  assert.deepEqual(begun, ['cat', 'bob'])
})

it('a list that fails makes room for the next', async () => {
  const listsAtOnce = createListsAtOnce({ running: 1, waiting: 0 })
  await assert.rejects(
    listsAtOnce('bob', () => Promise.reject(new Error('broken'))),
    /broken/,
  )
  assert.equal(await listsAtOnce('bob', async () => 'done'), 'done')
})
