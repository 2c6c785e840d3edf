import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestDatabase } from '../../../../test/database.ts'
import type { Database } from '../../../foundation/db/database.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { defineField } from '../../../values/index.ts'
import type { Application } from '../../applications/application.ts'
import { nameExpression, templateFields } from './name-template.ts'

const definitions = [
  { code: 'title', type: 'string' },
  { code: 'amount', type: 'number' },
  { code: 'day', type: 'datetime', view: 'date' },
  { code: 'hour', type: 'datetime', view: 'time' },
  { code: 'moment', type: 'datetime' },
  { code: 'who', type: 'full_name' },
  {
    code: 'kind',
    type: 'category',
    array: true,
    values: [
      { code: 'a', name: 'Alpha' },
      { code: 'b', name: 'Beta' },
    ],
  },
]
const fields = new Map(definitions.map((definition) => [definition.code, defineField(definition, definition.code)]))

let database: Database & AsyncDisposable
before(async () => {
  database = await openTestDatabase()
})
after(() => database.close())

async function nameOf(nameTemplate: string, body: Record<string, unknown>): Promise<string | null> {
  const application = { nameTemplate, fields } as unknown as Application
  const name = nameExpression(application, sql`${JSON.stringify(body)}::jsonb`, sql`7`)!
  return (await database.reader.row<{ name: string | null }>(sql`select ${name} as name`))!.name
}

test('a name contains values in the form in which people read them', async () => {
  const body = {
    title: 'Letter',
    amount: 12.5,
    day: '2026-05-01T00:00:00Z',
    hour: '0001-01-01T08:30:00Z',
    moment: '2026-05-01T08:30:00Z',
    who: { lastname: 'Petrov', firstname: 'Ivan', middlename: '' },
    kind: [
      { code: 'a', name: 'Alpha' },
      { code: 'b', name: 'Beta' },
    ],
  }
  const rows = {
    '{$title} № {$__index}': 'Letter № 7',
    '{$amount} on {$day}': '12.5 on 2026-05-01',
    'at {$hour}': 'at 08:30',
    'since {$moment}': 'since 2026-05-01',
    '{$who.lastname}: {$kind}': 'Petrov: Alpha, Beta',
  }
  for (const [template, name] of Object.entries(rows)) assert.equal(await nameOf(template, body), name)
})

test('a placeholder without a value leaves no gap', async () => {
  assert.equal(await nameOf('{$title} {$day} {$kind} end', { title: null, day: null, kind: [] }), 'end')
  assert.equal(await nameOf('{$title}{$hour}', {}), '')
})

test('the fields of a template are returned', () => {
  assert.deepEqual(templateFields('{$title} {$who.lastname} x'), ['title', 'who'])
})
