// Runs on the embedded database only: no test in this file uses a database.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

const folder = new URL('../../docs/decisions/', import.meta.url)
const textOf = (file: string): string => readFileSync(new URL(file, folder), 'utf8')

const records = globSync('*', { cwd: folder })
  .filter((file) => file !== 'README.md')
  .sort()
const index = textOf('README.md')

/** The items of the index: `- [N. Title](NNNN-file.md): what was decided`. An item may continue on further lines. */
const items = index
  .split(/\n(?=- )|\n\n/)
  .filter((text) => text.startsWith('- '))
  .map((text) => {
    const line = text.replaceAll(/\s+/g, ' ')
    const [, title, file] = /^- \[(.+?)\]\(([^)]+)\): ./.exec(line) ?? []
    return { line, title, file }
  })

describe('docs/decisions', () => {
  it('has records only, whose heading begins with the number of the file', () => {
    assert.ok(records.length > 100, String(records.length))
    const wrong = records.filter((file) => {
      const [, number] = /^(\d{4})-[a-z0-9-]+\.md$/.exec(file) ?? []
      return number === undefined || !textOf(file).startsWith(`# ${Number(number)}. `)
    })
    assert.deepEqual(wrong, [])
  })

  it('gives each number once', () => {
    const numbers = records.map((file) => file.slice(0, 4))
    assert.deepEqual(
      numbers.filter((number, i) => numbers.indexOf(number) !== i),
      [],
    )
  })
})

describe('the index of the decisions', () => {
  it('links each record exactly once', () => {
    const links = [...index.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link!)
    assert.deepEqual(links.sort(), records)
  })

  it('has an item for each record, with the number and the title of its heading and what was decided', () => {
    const wrong = items.filter(({ title, file }) => {
      if (file === undefined || !records.includes(file)) return true
      return textOf(file).split('\n')[0] !== `# ${title}`
    })
    assert.deepEqual(
      wrong.map(({ line }) => line),
      [],
    )
    assert.deepEqual(items.map(({ file }) => file).sort(), records)
  })
})
