import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { needsForm } from './needs-form.ts'
import type { Task } from './task-queries.ts'

type Exit = Task['exits'][number]
const exit = (given: Partial<Exit> = {}): Exit => ({
  ...{ code: 'accept', name: 'Accept', kind: null, required: [], isCommentRequired: false },
  ...given,
})
const task = (value: unknown, given: object = {}): Pick<Task, 'fields'> => {
  const field = { name: 'reason', title: 'Reason', type: 'string', order: 0, isArray: false, isReadOnly: false }
  return { fields: [{ ...field, isRequired: false, requiredFor: [], value, ...given }] }
}

describe('a task is completed without its form', () => {
  it('by an exit that requires nothing, and when the task has no exits', () => {
    assert.equal(needsForm(task(null), exit()), false)
    assert.equal(needsForm(task(null), undefined), false)
  })

  it('when the required fields have values', () => {
    for (const [given, by] of [
      [{ isRequired: true }, undefined],
      [{ requiredFor: ['accept'] }, exit()],
      [{ requiredFor: ['accept'] }, exit({ required: ['reason'] })],
    ] as const) {
      assert.equal(needsForm(task('', given), by), true)
      assert.equal(needsForm(task('late', given), by), false)
    }
    assert.equal(needsForm(task('', { requiredFor: ['other'] }), exit()), false)
  })

  it('but not when a comment is asked for', () => {
    assert.equal(needsForm(task(null), exit({ kind: 'negative' })), true)
    assert.equal(needsForm(task(null), exit({ isCommentRequired: true })), true)
  })
})
