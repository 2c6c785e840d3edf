import assert from 'node:assert/strict'
import { it } from 'node:test'
import { normalExtension } from './telephony.ts'

it('an extension loses its separators and keeps its leading zeros', () => {
  assert.deepEqual(['101', '0101', ' 1-01 ', '+7 (495) 123-45-67', '*21#', '12.34'].map(normalExtension), [
    '101',
    '0101',
    '101',
    '+74951234567',
    '*21#',
    '1234',
  ])
})

it('anything but digits, "*", "#" and a leading plus is no extension', () => {
  for (const text of ['', ' ', '+', '-', '1a', '1+2', '１０１', '1'.repeat(33), '101;drop'])
    assert.equal(normalExtension(text), undefined, text)
})
