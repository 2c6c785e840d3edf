import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type OrgItem, treeRows } from './org-tree.ts'

const item = (name: string, parent: string | null, kind: OrgItem['kind'] = 'department'): OrgItem => ({
  ...{ id: name, name, parent, kind, code: null, holders: [] },
})

it('the chart lists each item below its parent, positions before departments', () => {
  const items = [
    item('Legal', 'Company'),
    item('Company', null),
    item('Head', 'Legal', 'position'),
    item('Archive', 'Company'),
    item('Contracts', 'Legal'),
    item('Director', 'Company', 'position'),
  ]
  assert.deepEqual(
    treeRows(items).map(({ item: { name }, depth }) => `${'-'.repeat(depth)}${name}`),
    ['Company', '-Director', '-Archive', '-Legal', '--Head', '--Contracts'],
  )
})

it('an item whose parent is missing is at the top', () => {
  assert.deepEqual(
    treeRows([item('Lost', 'Nowhere')]).map(({ depth }) => depth),
    [0],
  )
})
