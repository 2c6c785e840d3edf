import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Reader } from '../../foundation/db/database.ts'
import { createLists } from './lists.ts'

const noDatabase = {} as Reader
const endless = () => new Promise<void>(() => {})

it('lists of one caller wait for each other, but not for those of other callers', async () => {
  const { limited } = createLists(noDatabase, { running: 2, waiting: 1 })
  const begun: string[] = []
  let end = (): void => {}
  const first = limited('bob', () => new Promise<void>((resolve) => (end = resolve)))
  void limited('bob', endless)
  const waiting = limited('bob', async () => void begun.push('bob'))
  await assert.rejects(limited('bob', endless), {
    code: 'query.too_many_lists',
    status: 429,
    message: /too many/,
  })
  await limited('cat', async () => void begun.push('cat'))
  assert.deepEqual(begun, ['cat'])
  end()
  await Promise.all([first, waiting])
  assert.deepEqual(begun, ['cat', 'bob'])
})

it('a list that fails frees its place for the next', async () => {
  const { limited } = createLists(noDatabase, { running: 1, waiting: 0 })
  await assert.rejects(
    limited('bob', () => Promise.reject(new Error('broken'))),
    /broken/,
  )
  assert.equal(await limited('bob', async () => 'done'), 'done')
})
