import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { parse } from 'csv-parse/sync'
import { readFolder } from '../../solutions/files/read-folder.ts'
import { readFiles } from '../../solutions/solution.fixture.ts'
import { applicationKind } from './application-kind.ts'
import { planDraft } from './plan/plan-applications.ts'

const folder = new URL('../../../solutions/office/', import.meta.url)

async function applicationOf(code: string) {
  const drafts = readFiles(await readFolder(folder.pathname)).of(applicationKind)
  return planDraft(drafts.find((draft) => draft.code === code)!, []).application
}

async function rowsOf(name: string, encoding: string, delimiter: string): Promise<Record<string, string>[]> {
  const text = new TextDecoder(encoding).decode(await readFile(new URL(`data/${name}.csv`, folder)))
  return parse(text, { columns: true, delimiter })
}

describe('the sample data', () => {
  const tables: [string, string, string, number][] = [
    ['counterparties', 'windows-1251', ';', 120],
    ['products', 'utf-8', ',', 200],
    ['contacts', 'utf-8', '\t', 80],
  ]
  for (const [name, encoding, delimiter, count] of tables) {
    it(`${name}: every cell is a valid value of the field in whose column it is`, async () => {
      const { fields, uniqueKeys, statuses } = await applicationOf(name)
      const rows = await rowsOf(name, encoding, delimiter)
      assert.equal(rows.length, count)
      for (const row of rows) {
        for (const [title, cell] of Object.entries(row)) {
          if (title === '__status')
            assert.ok(
              statuses.some(({ code }) => code === cell),
              cell,
            )
          if (title.startsWith('__') || cell === '' || cell === 'NA') continue
          const field = [...fields.values()].find((one) => one.name === title)
          assert.ok(field, title)
          const value = field.type.cell(cell, field)
          // An import replaces the names in reference cells by ids before `read`. This test does not, so it skips
          // `read` there.
          if (field.type.refersTo === undefined) assert.notEqual(field.type.read(value, field), null, cell)
        }
      }
      for (const codes of uniqueKeys) {
        const titles = codes.map((code) => fields.get(code)!.name)
        assert.equal(new Set(rows.map((row) => titles.map((title) => row[title]).join())).size, count, titles.join())
      }
    })
  }

  it('every contact refers to an existing counterparty or to none', async () => {
    const taxIds = new Set((await rowsOf('counterparties', 'windows-1251', ';')).map((row) => row['Tax ID']))
    for (const row of await rowsOf('contacts', 'utf-8', '\t')) {
      assert.ok(row.Counterparty === 'NA' || taxIds.has(row.Counterparty), String(row.Counterparty))
    }
  })

  it('contains what real files contain: line breaks in cells, leading zeros, decimal commas, other encodings', async () => {
    const rows = await rowsOf('counterparties', 'windows-1251', ';')
    assert.ok(rows.some((row) => row.Address?.includes('\n')))
    assert.ok(rows.some((row) => row['Tax ID']?.startsWith('00')))
    assert.ok(rows.some((row) => /^\d+,\d+$/.test(row.Latitude ?? '')))
    const products = await readFile(new URL('data/products.csv', folder))
    assert.deepEqual([...products.subarray(0, 3)], [0xef, 0xbb, 0xbf])
    const counterparties = await readFile(new URL('data/counterparties.csv', folder))
    assert.throws(() => new TextDecoder('utf-8', { fatal: true }).decode(counterparties))
  })
})
