import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mergeChanges } from './merge.ts'

const fields = ['name', 'region', 'owner'].map((code) => ({ code, type: code === 'owner' ? 'SYS_USER' : 'STRING' }))
const original = { name: 'Oak', region: '77', owner: [{ __id: '1', __name: 'Anna' }] }

describe('changes of two people', () => {
  it('to different fields do not conflict', () => {
    const merged = mergeChanges(fields, original, { ...original, name: 'Elm' }, { ...original, region: '03' })
    assert.deepEqual(merged, { safe: { name: 'Elm' }, conflicts: [] })
  })

  it('to the same field conflict, unless both chose the same value', () => {
    const mine = { ...original, name: 'Elm', region: '03' }
    assert.deepEqual(mergeChanges(fields, original, mine, { ...original, name: 'Ash', region: '03' }), {
      safe: { region: '03' },
      conflicts: ['name'],
    })
  })

  it('compare references by their ids', () => {
    const merged = mergeChanges(fields, original, original, { ...original, owner: ['1'] })
    assert.deepEqual(merged, { safe: {}, conflicts: [] })
  })
})
