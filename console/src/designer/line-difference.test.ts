import assert from 'node:assert/strict'
import { it } from 'node:test'
import { hunks, lineDifference } from './line-difference.ts'

const marks = { same: ' ', added: '+', removed: '-' }
const shown = (before: string, after: string) =>
  lineDifference(before, after).map(({ kind, text }) => `${marks[kind]}${text}`)

it('shows the lines that were added and removed', () => {
  assert.deepEqual(shown('a\nb\nc\n', 'a\nx\nc\nd\n'), [' a', '-b', '+x', ' c', '+d'])
  assert.deepEqual(shown('', 'a\n'), ['+a'])
  assert.deepEqual(shown('a\n', 'a\n'), [' a'])
})

it('shows changed lines with lines around them, and gaps', () => {
  const before = 'a\nb\nc\nd\ne\nf\n'
  const found = hunks(lineDifference(before, before.replace('e', 'x')), 1)
  assert.deepEqual(
    found.map((line) => (line ? `${marks[line.kind]}${line.text}` : '…')),
    ['…', ' d', '-e', '+x', ' f'],
  )
})
