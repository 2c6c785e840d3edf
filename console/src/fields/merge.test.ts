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

  it('to the same time, day or moment do not conflict, however it is written', () => {
    const times = (['time', 'date', 'datetime'] as const).map((view) => ({
      code: view,
      type: 'DATETIME',
      data: { view },
    }))
    const table = { code: 'table', type: 'TABLE', data: { fields: times } as never }
    const entered = { time: '08:30', date: '2026-05-01', datetime: '2026-05-01T06:45:00.000Z' }
    const stored = { time: '0001-01-01T08:30:00Z', date: '2026-05-01T00:00:00Z', datetime: '2026-05-01T06:45:00Z' }
    const mine = { ...entered, table: { rows: [entered] } }
    const theirs = { ...stored, table: { rows: [stored], result: {} } }
    assert.deepEqual(mergeChanges([...times, table], {}, mine, theirs), { safe: mine, conflicts: [] })
    assert.deepEqual(mergeChanges([...times, table], theirs, mine, theirs), { safe: {}, conflicts: [] })
    const later = { time: '0001-01-01T08:30:01Z', date: '2026-05-02T00:00:00Z', datetime: '2026-05-01T06:45:30Z' }
    const others = { ...later, table: { rows: [{ ...stored, time: later.time }] } }
    assert.deepEqual(mergeChanges([...times, table], {}, mine, others), { safe: {}, conflicts: Object.keys(mine) })
  })

  it('differ in each moment of a list, and in a cell that the server fills with its default', () => {
    const days = { code: 'days', type: 'DATETIME', data: { view: 'date' } }
    const table = { code: 'table', type: 'TABLE', data: { fields: [{ code: 'n', type: 'FLOAT' }] } as never }
    const before = {
      days: ['2026-05-01T00:00:00Z', '2026-06-01T00:00:00Z'],
      table: { rows: [{ n: null }], result: {} },
    }
    const after = { days: ['2026-05-01T00:00:00Z', '2026-07-01T00:00:00Z'], table: { rows: [{}] } }
    assert.deepEqual(mergeChanges([days, table], before, after, before), { safe: after, conflicts: [] })
  })

  it('compare references by their ids', () => {
    const merged = mergeChanges(fields, original, original, { ...original, owner: ['1'] })
    assert.deepEqual(merged, { safe: {}, conflicts: [] })
  })
})
