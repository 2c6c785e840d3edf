import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { emptySide, type Figures, median, spread } from './figures.ts'
import { keepResults } from './results.ts'
import { tablesOf } from './tables.ts'

const figures = (bare: number[], postgres: number[], embedded: number[]): Figures => ({
  name: 'get',
  title: 'get',
  target: 0.4,
  embeddedTarget: 0.9,
  bare: { perSecond: bare, cpuUs: [] },
  postgres: { ...emptySide(), perSecond: postgres },
  embedded: { ...emptySide(), perSecond: embedded },
})

test('the share is median divided by median, and the spread is taken over consecutive rounds', () => {
  assert.equal(median([3, 1, 2]), 2)
  assert.equal(median([1, 2, 3, 10]), 2.5)
  assert.deepEqual(spread([10, 30], [100, 100]), [0.1, 0.3])
  const tables = tablesOf([figures([1000, 2000, 3000], [900, 1000, 1100], [])])
  assert.match(tables, /\| get \| 2000 \| 1000 \| \*\*0\.50\*\* \| 0\.37–0\.90 \| ≥ 0\.40 \|/)
})

test('a missed target shows by how much it is missed', () => {
  assert.match(tablesOf([figures([1000], [300], [])]), /≥ 0\.40: missed by 0\.10/)
})

test('without PostgreSQL only the figures of the embedded database are shown', () => {
  const tables = tablesOf([figures([], [], [500])])
  assert.match(tables, /\| get \| – \| 500 \| – \| – \| – \|/)
  assert.doesNotMatch(tables, /HTTP against bare SQL/)
})

test('the newest run of each bench stays in the file, and older runs move to the history of the bench', () => {
  const folder = mkdtempSync(join(tmpdir(), 'chancery-results-'))
  try {
    const file = join(folder, 'results.md')
    keepResults(file, 'main', '## first\n')
    keepResults(file, 'lists', '## second\n')
    keepResults(file, 'main', '## third\n')
    keepResults(file, 'main', '## fourth\n\n### Table\n')
    const text = readFileSync(file, 'utf8')
    assert.deepEqual(text.match(/^##? .*$/gm), ['# Speed', '## main: fourth', '## lists: second'])
    assert.match(text, /^### Table$/m)
    const history = readFileSync(join(folder, 'history', 'main.md'), 'utf8')
    assert.deepEqual(history.match(/^## .*$/gm), ['## main: third', '## main: first'])
    assert.deepEqual(readdirSync(join(folder, 'history')), ['main.md'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
