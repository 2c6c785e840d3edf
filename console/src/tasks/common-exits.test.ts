import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { commonExits } from './common-exits.ts'

type Given = { kind?: 'negative'; required?: string[]; isCommentRequired?: boolean }
const exit = (code: string, given: Given = {}) => ({
  ...{ code, name: code, kind: null, required: [], isCommentRequired: false },
  ...given,
})

describe('the exits with which several tasks can be completed at once', () => {
  const codesOf = (...tasks: ReturnType<typeof exit>[][]) =>
    commonExits(tasks.map((exits) => ({ exits })))?.map(({ code }) => code)

  it('are those that all tasks have', () => {
    assert.deepEqual(codesOf([exit('agree'), exit('refuse')], [exit('agree')]), ['agree'])
    assert.equal(codesOf([exit('agree')], [exit('refuse')]), undefined)
  })

  it('require no comment and no field in any of the tasks', () => {
    for (const needing of [exit('agree', { isCommentRequired: true }), exit('agree', { required: ['amount'] })]) {
      assert.equal(codesOf([needing], [exit('agree')]), undefined)
      assert.equal(codesOf([exit('agree')], [needing]), undefined)
    }
  })

  it('include a rejection whose reason is the same for all of them', () => {
    const refuse = exit('refuse', { kind: 'negative', isCommentRequired: true })
    assert.deepEqual(codesOf([exit('agree'), refuse], [refuse]), ['refuse'])
    const more = exit('refuse', { kind: 'negative', isCommentRequired: true, required: ['amount'] })
    assert.equal(codesOf([refuse], [more]), undefined)
  })

  it('are one without a code when no task has exits', () => {
    assert.deepEqual(codesOf([], []), [undefined])
    assert.equal(codesOf([], [exit('agree')]), undefined)
  })
})
