import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { openTestDatabase } from '../../test/database.ts'
import { join, type Sql, sql } from '../foundation/db/sql.ts'
import { aField } from './a-field.fixture.ts'
import { examples, statusField } from './examples.fixture.ts'
import type { Field } from './field-type.ts'

const database = await openTestDatabase()
after(() => database.close())

/**
 * Evaluates the expression for each value, which is given to the database as JSON. Undefined stands for SQL null, an
 * absent field.
 */
async function evaluate(values: readonly unknown[], expression: (json: Sql) => Sql): Promise<unknown[]> {
  const texts = values.map((value) => (value === undefined ? null : JSON.stringify(value)))
  const rows = await database.reader.rows<{ value: unknown }>(sql`
    select ${expression(sql`v.json`)} as value
    from unnest(${texts}::text[]) with ordinality t(text, n), lateral (select t.text::jsonb as json) v order by n`)
  return rows.map(({ value }) => value)
}

async function valuesOf(field: Field, values: readonly unknown[]): Promise<unknown[]> {
  const comparable = field.type.comparable!(field)
  assert.ok(!comparable.many)
  return evaluate(values, (json) => sql`${comparable.value(json)}::text`)
}

const strange = [null, undefined, 'x', 5, true, [], {}, ['x'], [{}], { cents: 'x', status: [] }, [null]]

test('a single value is compared by its value, and is null when its JSON has another type', async () => {
  assert.deepEqual(await valuesOf(aField('number'), [1.5, null, undefined, 'x', {}]), ['1.5', null, null, null, null])
  assert.deepEqual(await valuesOf(aField('boolean'), [false, null, undefined, 1]), ['false', null, null, null])
  assert.deepEqual(await valuesOf(aField('string'), ['x', '', null, undefined]), ['x', '', null, null])
  assert.deepEqual(await valuesOf(aField('money'), [{ cents: 5 }, null, {}, 5]), ['5', null, null, null])
  assert.deepEqual(await valuesOf(statusField, [{ order: 0, status: 2 }, null]), ['2', null])
})

test('moments are compared as text without their Z, by code units, whatever the collation of the database', async () => {
  const { value } = aField('datetime').type.comparable!(aField('datetime')) as { value: (json: Sql) => Sql }
  assert.deepEqual(await evaluate(['x'], (json) => sql`pg_collation_for(${value(json)})::text`), ['"C"'])
  const moments = ['2026-05-01T00:00:00Z', '2026-05-01T00:00:00.5Z', null]
  assert.deepEqual(await valuesOf(aField('datetime'), moments), ['2026-05-01T00:00:00', '2026-05-01T00:00:00.5', null])
})

test('a full name is one text without gaps', async () => {
  const name = (lastname: string, firstname: string, middlename: string) => ({ lastname, firstname, middlename })
  const names = [
    name('Орлова', 'Анна', 'Ивановна'),
    name('Орлова', '', 'И'),
    name('', 'Анна', ''),
    name('', '', ''),
    null,
  ]
  const expected = ['Орлова Анна Ивановна', 'Орлова И', 'Анна', null, null]
  assert.deepEqual(await valuesOf(aField('full_name'), names), expected)
})

test('the entries of a list are found by their content', async () => {
  for (const { field, given } of examples) {
    const comparable = field.type.comparable?.(field)
    if (!comparable?.many) continue
    const kept = fc.sample(given, { numRuns: 30, seed: 1 }).map((value) => field.type.read(value, field))
    const found = await evaluate(
      kept,
      (json) =>
        sql`(select jsonb_agg(${comparable.entry(sql`e`)}) from jsonb_array_elements(nullif(${json}, 'null')) e)`,
    )
    for (const [index, entries] of found.entries()) {
      if (entries === null) continue
      const texts = (typeof entries === 'string' ? JSON.parse(entries) : entries) as string[]
      assert.equal(texts.length, (kept[index] as unknown[]).length, field.type.word)
      const holds = texts.map((text) => JSON.stringify([comparable.holding(text)]))
      const all = await evaluate(
        [kept[index]],
        (json) => sql`(select bool_and(${json} @> h::jsonb) from unnest(${holds}::text[]) h)`,
      )
      assert.deepEqual(all, [true], `${field.type.word} ${texts}`)
    }
    const sorted = await evaluate(kept, (json) => comparable.sort(json))
    assert.deepEqual(
      sorted.map((text) => text === null),
      kept.map((value) => value === null),
      field.type.word,
    )
  }
})

test('an element of any application is found without its id', async () => {
  const comparable = aField('any_reference').type.comparable!(aField('any_reference'))
  assert.ok(comparable.many)
  assert.deepEqual(comparable.holding('docs:incoming'), { namespace: 'docs', code: 'incoming' })
})

test('parts are reached inside the value', async () => {
  const { cents, currency } = aField('money').type.parts!
  const value = { cents: 5, currency: 'RUB' }
  assert.deepEqual(await evaluate([value], (json) => sql`${cents!.json(json)}::text`), ['5'])
  assert.deepEqual(await evaluate([value], (json) => sql`${currency!.json(json)} #>> '{}'`), ['RUB'])
  const { lastname } = aField('full_name').type.parts!
  assert.deepEqual(await evaluate([{ lastname: 'О' }], (json) => sql`${lastname!.json(json)} #>> '{}'`), ['О'])
})

test('the columns of the views accept every stored value and have the type of the field', async () => {
  for (const { field, given } of examples) {
    const { column } = field.type
    const kept = fc.sample(given, { numRuns: 30, seed: 2 }).map((value) => field.type.read(value, field))
    const values = [...kept, null, undefined]
    const texts = await evaluate(values, (json) => sql`(${column.value(json, field)})::text`)
    for (const [index, value] of values.entries()) {
      if (value !== null && value !== undefined) assert.notEqual(texts[index], null, `${field.type.word} ${value}`)
    }
    const [type] = await evaluate([kept[0]], (json) => sql`pg_typeof(${column.value(json, field)})::text`)
    const names: Record<string, string> = {
      timestamptz: 'timestamp with time zone',
      time: 'time without time zone',
      int: 'integer',
    }
    const said = column.typeOf?.(field) ?? column.type
    assert.equal(type, names[said] ?? said, field.type.word)
  }
})

test('no expression fails on a value of another type, such as one stored under an earlier type', async () => {
  for (const field of [...examples.map((example) => example.field), statusField]) {
    const expressions = [field.type.column.value(sql`v.json`, field)]
    const comparable = field.type.comparable?.(field)
    if (comparable) expressions.push(comparable.many ? comparable.sort(sql`v.json`) : comparable.value(sql`v.json`))
    for (const part of Object.values(field.type.parts ?? {})) expressions.push(part.json(sql`v.json`))
    const asTexts = expressions.map((expression) => sql`(${expression})::text`)
    await evaluate(strange, () => sql`array[${join(asTexts)}]`)
  }
})

test('the expression of a single value can be indexed', async () => {
  for (const field of [...examples.map((example) => example.field), statusField]) {
    const comparable = field.type.comparable?.(field)
    if (!comparable || comparable.many) continue
    await database.transaction(async (tx) => {
      await tx.rows(sql`create temporary table indexed (body jsonb) on commit drop`)
      await tx.rows(sql`create index on indexed ((${comparable.value(sql`(body -> 'f')`)}))`)
    })
  }
})

test('moments have the same order in SQL and in time', async () => {
  const { value } = aField('datetime').type.comparable!(aField('datetime')) as { value: (json: Sql) => Sql }
  const moments = ['2026-05-01T00:00:00Z', '2026-05-01T00:00:00.05Z', '2026-05-01T00:00:00.5Z', '2026-05-01T00:00:01Z']
  const rows = await database.reader.rows<{ moment: string }>(sql`
    select moment from (select t as moment, to_jsonb(t) as json from unnest(${moments.toReversed()}::text[]) t) v
    order by ${value(sql`json`)}`)
  assert.deepEqual(
    rows.map(({ moment }) => moment),
    moments,
  )
})
