import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isWithin, placeOf } from './problems.ts'

it('finds the tab and the entry of a place', () => {
  assert.deepEqual(placeOf('fields[3].to'), { tab: 'fields', open: 4 })
  assert.deepEqual(placeOf('statuses[0]'), { tab: 'statuses', open: 1 })
  assert.deepEqual(placeOf('statusGroups[1].code'), { tab: 'statuses' })
  assert.deepEqual(placeOf('access.elements[0].where'), { tab: 'access' })
  assert.deepEqual(placeOf('forms.edit[2].fields[0]'), { tab: 'forms', form: 'edit' })
  assert.deepEqual(placeOf('unique[0]'), { tab: 'general' })
  assert.deepEqual(placeOf(''), { tab: 'general' })
})

it('tells the places of one entry from those of another', () => {
  assert.equal(isWithin('fields[1].to', 'fields[1]'), true)
  assert.equal(isWithin('fields[1]', 'fields[1]'), true)
  assert.equal(isWithin('fields[12].to', 'fields[1]'), false)
})
