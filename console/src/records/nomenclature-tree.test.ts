import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { treeRows, yearsOf } from './nomenclature-tree.ts'
import { type Case, type Directory, filterOf, journalAddress } from './record-queries.ts'

const directory = (id: string, directoryId: string | null, code = id) =>
  ({ id, directoryId, code, name: `Directory ${id}` }) as Directory
const one = (index: string, directoryId: string, year = 2026) =>
  ({ id: index, index, directoryId, year, name: index === '01-03' ? 'Incoming letters' : 'Orders' }) as unknown as Case

const directories = [directory('10', 'office'), directory('2', 'office'), directory('office', null)]
const cases = [one('01-10', '2'), one('01-03', '2'), one('02-01', '10', 2025)]
const shown = (closed: string[], text = '') =>
  treeRows({ directories, cases }, { closed: new Set(closed), text }).map((row) =>
    row.kind === 'case' ? `${row.depth} ${row.case.index}` : `${row.depth} ${row.directory.id} (${row.cases})`,
  )

describe('the rows of the nomenclature', () => {
  it('are the directories by code with their cases by index', () => {
    assert.deepEqual(shown([]), ['0 office (0)', '1 2 (2)', '2 01-03', '2 01-10', '1 10 (1)', '2 02-01'])
  })

  it('leave out what a closed directory contains', () => {
    assert.deepEqual(shown(['2']), ['0 office (0)', '1 2 (2)', '1 10 (1)', '2 02-01'])
    assert.deepEqual(shown(['office']), ['0 office (0)'])
  })

  it('keep only cases that contain the text, in directories that are open', () => {
    assert.deepEqual(shown(['office'], 'incom'), ['0 office (0)', '1 2 (1)', '2 01-03'])
    assert.deepEqual(shown([], 'nothing'), [])
  })

  it('have the years of the cases, newest first', () => {
    assert.deepEqual(yearsOf(cases), [2026, 2025])
  })
})

describe('a journal', () => {
  it('filters by case, state, part of the number and period', () => {
    assert.deepEqual(filterOf({}), {})
    assert.deepEqual(filterOf({ caseId: 'c', status: 'cancelled', q: '01-', from: '2026-03-01', to: '2026-03-31' }), {
      tf: { nomenclatureId: 'c', status: 'cancelled', number: '01-' },
      eql: { query: "[date] >= '2026-03-01' and [date] <= '2026-03-31'" },
    })
  })

  it('is printed for a period', () => {
    assert.equal(journalAddress('c', {}), '/api/v1/nomenclature/c/journal')
    assert.equal(journalAddress('c', { to: '2026-03-31' }), '/api/v1/nomenclature/c/journal?to=2026-03-31')
  })
})
