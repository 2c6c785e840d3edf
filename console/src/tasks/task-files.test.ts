import assert from 'node:assert/strict'
import { it } from 'node:test'
import { filesOf } from './task-files.ts'
import type { Task } from './task-queries.ts'

it('the files of a task begin with the version that its sheet is about, and end with those of the remarks', () => {
  const element = {
    files: [
      { id: 'a', name: 'a.pdf' },
      { id: 'b', name: 'b.pdf' },
    ],
  }
  const sheet = { file: { id: 'b', name: 'b.pdf', version: 2 } }
  const remark = { user: 'u', answer: 'rejected', comment: 'No', file: 'c' }
  const fields = [{ isRemarks: true, value: [remark] }]
  const task = { element, sheet, fields } as unknown as Task
  assert.deepEqual(filesOf(task), [sheet.file, { id: 'a', name: 'a.pdf' }, { id: 'c' }])
  assert.deepEqual(filesOf({ ...task, sheet: null, element: null, fields: [] }), [])
})
