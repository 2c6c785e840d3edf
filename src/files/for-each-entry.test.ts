import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fileNotAllowed, fileNotFound } from './errors.ts'
import { forEachEntry } from './for-each-entry.ts'

const all = (work: (entry: number) => Promise<object>, count = 10) =>
  forEachEntry(
    Array.from({ length: count }, (_, entry) => entry),
    work,
    () => ({}),
  )

it('a response is delayed by one step for each missing entry, so that asking often reveals no more than asking once', async () => {
  const beganMs = performance.now()
  await assert.rejects(
    all(async () => {
      throw fileNotFound('not found')
    }),
    { status: 422 },
  )
  assert.ok(performance.now() - beganMs >= 50)
})

it('entries that fail for other reasons are returned with the others, in their order', async () => {
  const answer = await all(async (entry) => {
    if (entry === 1) throw fileNotAllowed('not yours')
    return { entry }
  }, 3).catch((error) => error.details.items)
  assert.deepEqual(answer, [{ entry: 0 }, { error: 'not yours', code: 'files.not_allowed' }, { entry: 2 }])
})

it('a 403 of an entry is the cause of the error', async () => {
  const refused = all(async (entry) => {
    throw entry === 0 ? fileNotFound('not found') : fileNotAllowed('not yours')
  }, 3)
  await assert.rejects(refused, ({ status, cause }) => status === 422 && cause.code === 'files.not_allowed')
})

it('an error of the server ends the whole request', async () => {
  const broken = all(async () => {
    throw new Error('broken')
  })
  await assert.rejects(broken, { message: 'broken' })
})
