// Runs alone: it moves the clock of all ids of its process to the year 2200.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { idOfPath, isUuid, newId } from './ids.ts'

describe('ids', () => {
  it('are UUIDs of version 7, which begin with the time', () => {
    const nowMs = Date.UTC(2199, 0, 1)
    const id = newId(nowMs)
    assert.ok(isUuid(id))
    assert.match(id, /^.{14}7.{4}[89ab]/)
    assert.equal(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16), nowMs)
  })

  it('sort in the order of their creation, also within a millisecond and when the clock is set back', () => {
    const ids = Array.from({ length: 20_000 }, (_, index) => newId(Date.UTC(2200, 0, 1) - index))
    assert.deepEqual(ids.toSorted(), ids)
    assert.equal(new Set(ids).size, ids.length)
  })

  it('of a path are the same on every installation and of version 5', () => {
    assert.equal(idOfPath('ref/counterparties'), idOfPath('ref/counterparties'))
    assert.notEqual(idOfPath('ref/counterparties'), idOfPath('ref/contacts'))
    assert.match(idOfPath('ref/contacts'), /^.{14}5.{4}[89ab]/)
    assert.ok(isUuid(idOfPath('ref/contacts')))
  })

  it('are distinguished from other texts', () => {
    for (const other of ['', 'x', 5, null, `${newId()} `, newId().slice(1)]) assert.equal(isUuid(other), false)
  })
})
