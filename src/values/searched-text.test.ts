import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../test/database.ts'
import { sql, toStatement } from '../foundation/db/sql.ts'
import { fieldTypeByWord, systemField } from './field-types.ts'
import { containing, containingEntry, likeIndexed, likeWord, searchedText } from './searched-text.ts'

describe('the searched text of a list', () => {
  let database: TestDatabase
  before(async () => {
    database = await openTestDatabase()
  })
  after(() => database.close())
  const field = systemField('emails', fieldTypeByWord('email')!.code, 'E-mails', true)

  /**
   * Returns whether an entry matches the pattern, and whether the whole list matches the pattern that `containingEntry`
   * makes of it.
   */
  async function fits(entries: readonly string[], pattern: string): Promise<[entry: boolean, list: boolean]> {
    const json = JSON.stringify(entries.map((email) => ({ type: '', email, isValid: true })))
    const row = await database.reader.row<{ entry: boolean; list: boolean }>(sql`
      select exists (select from unnest(${entries}::text[]) e where lower(e collate "und-x-icu") like ${pattern}::text) as entry,
        ${searchedText(field, sql`${json}::jsonb`)!} like ${containingEntry(pattern)}::text as list`)
    return [row!.entry, row!.list]
  }

  const odd = ['a"b\\c', 'tab\tline\nend', 'Ёлка@Пример.рф', '100%_sure', '\u0001\u001f', '😀@x', "o'hara/тест", 'ΟΔΟΣ']
  for (const text of odd) {
    it(`matches whenever an entry does: ${JSON.stringify(text)}`, async () => {
      const lower = text.toLowerCase()
      const parts = [...lower].flatMap((_, at, chars) => [chars.slice(at).join(''), chars.slice(0, at + 1).join('')])
      // JavaScript and PostgreSQL both write the final sigma of ΟΔΟΣ as ς; the parts include ς alone.
      for (const part of parts.filter((one) => lower.includes(one))) {
        const [entry, list] = await fits(['x@y.org', text], containing(part))
        assert.deepEqual([entry, list], [true, true], part)
      }
    })
  }

  it('matches a pattern of special characters as well', async () => {
    for (const pattern of ['a"b%', '%\\\\c', 'a_b_c', '%', '_%', 'a\\"b\\\\c']) {
      assert.deepEqual(await fits(['a"b\\c'], pattern), [true, true], pattern)
    }
    assert.deepEqual(await fits(['100%_sure'], '100\\%\\_s%'), [true, true])
  })

  it('does not match a text that is in none of the entries', async () => {
    assert.deepEqual(await fits(['a@b.org', 'c@d.org'], containing('x@')), [false, false])
  })
})

describe('the word of a pattern', () => {
  let database: TestDatabase
  before(async () => {
    database = await openTestDatabase()
  })
  after(() => database.close())

  const patterns: readonly [string, string | undefined][] = [
    ['%lot 12345%', '%12345%'],
    ['%счёт № 17-420 от мая%', '%420%'],
    ['%office furniture%', '%furniture%'],
    ['%furniture%', undefined],
    ['%furniture', '%furniture%'],
    ['%a b 12%', undefined],
    ['a\\_bcd_efgh%', '%efgh%'],
    ['%100\\%\\_sure%', '%100%'],
  ]
  for (const [pattern, word] of patterns) {
    it(`is ${word} of ${pattern}`, () => {
      const found = likeWord(pattern)
      assert.equal(found && toStatement(found).values.flat()[0], word)
    })
  }

  it('does not change what matches', async () => {
    const texts = [
      null,
      'lot 12345',
      'lot 1234',
      'lots 12345',
      'lot 12345 67',
      '100%_sure',
      'a_bcdxefgh',
      'счёт № 17-420 от мая',
    ]
    for (const [pattern] of patterns) {
      const row = await database.reader.row<{ differ: number }>(sql`
        select count(*)::int as differ from unnest(${texts}::text[]) t
        where (t like ${pattern}::text) is distinct from ${likeIndexed(sql`t`, pattern, likeWord(pattern))}`)
      assert.equal(row!.differ, 0, pattern)
    }
  })
})
