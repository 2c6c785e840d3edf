import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { plants } from './plants.ts'

it('every planted fault replaces a text that occurs once in its module', () => {
  for (const [name, { module, text }] of Object.entries(plants))
    assert.equal(readFileSync(module, 'utf8').split(text).length - 1, 1, name)
})
