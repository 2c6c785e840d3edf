import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createPreparedNames } from './prepared-names.ts'

it('a text is prepared from its second use on, always under the same name', () => {
  const names = createPreparedNames()
  assert.equal(names.nameOf('select 1'), undefined)
  const name = names.nameOf('select 1')
  assert.ok(name !== undefined && name.length < 64)
  assert.equal(names.nameOf('select 1'), name)
})

it('at most a thousand texts have names', () => {
  const names = createPreparedNames()
  const named = new Set<string>()
  for (let n = 0; n < 3_000; n++) {
    for (let use = 0; use < 3; use++) {
      const name = names.nameOf(`select ${n}`)
      if (name !== undefined) named.add(name)
    }
  }
  assert.equal(named.size, 1_000)
  assert.ok(names.nameOf('select 0') !== undefined)
})

it('texts that were used once are forgotten after a while', () => {
  const names = createPreparedNames()
  for (let n = 0; n < 6_000; n++) names.nameOf(`select ${n}`)
  assert.equal(names.nameOf('select 0'), undefined)
})

it('a text whose plan was invalidated never gets a name again', () => {
  const names = createPreparedNames()
  for (let use = 0; use < 3; use++) names.nameOf('select 1')
  names.forget('select 1')
  for (let use = 0; use < 3; use++) assert.equal(names.nameOf('select 1'), undefined)
})
