import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { boundsOfPool } from './pool.ts'

const task = { type: 'bpmn:Task', width: 100, height: 80 }
const pool = { type: 'bpmn:Participant', width: 800, height: 250 }

describe('the place of a new pool', () => {
  it('is around everything that is drawn, without the flows', () => {
    const flow = { type: 'bpmn:SequenceFlow', x: 0, y: 0, width: 9_000, height: 0, waypoints: [] }
    const drawn = [{ ...task, x: 200, y: 100 }, { ...task, x: 900, y: 300 }, flow]
    assert.deepEqual(boundsOfPool(drawn), { x: 140, y: 70, width: 890, height: 340 })
  })

  it('has the usual size on an empty canvas', () => {
    assert.deepEqual(boundsOfPool([]), { x: -60, y: -125, width: 600, height: 250 })
  })

  it('is below the lowest pool', () => {
    const drawn = [
      { ...pool, x: 100, y: 100 },
      { ...pool, x: 100, y: 400 },
      { ...task, x: 200, y: 420 },
    ]
    assert.deepEqual(boundsOfPool(drawn), { x: 100, y: 700, width: 800, height: 250 })
  })
})
