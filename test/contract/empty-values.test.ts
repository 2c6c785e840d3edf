import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEmpty as isEmptyInConsole } from '../../console/src/fields/is-empty.ts'
import { sql } from '../../src/foundation/db/sql.ts'
import { emptyJson, isEmpty } from '../../src/values/index.ts'
import { openTestDatabase } from '../database.ts'

const empty = [undefined, null, '', ' ', '\n\t', '\u00a0\u2003\ufeff', [], { rows: [] }]
const filled = [0, false, 'a', ' a ', '0', '\u200b', ['a'], [null], {}, { rows: [{}] }, { rows: null }, { cents: 0 }]

test('the server, the database and the console have one rule for values that count as missing', async () => {
  const database = await openTestDatabase()
  try {
    for (const value of [...empty, ...filled]) {
      const expected = empty.includes(value as never)
      const stored = sql`${value === undefined ? null : JSON.stringify(value)}::jsonb`
      const row = await database.reader.row<{ is: boolean }>(sql`select ${emptyJson(stored)} as is`)
      const shown = JSON.stringify(value)
      assert.deepEqual([shown, isEmpty(value), isEmptyInConsole(value), row!.is], [shown, expected, expected, expected])
    }
  } finally {
    await database.close()
  }
})
