import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Bound, flatten, id, join, literal, nothing, Script, sql, statementName, toStatement } from './sql.ts'

it('values become numbered parameters, also inside nested fragments', () => {
  const inner = sql`b = ${2}`
  assert.deepEqual(toStatement(sql`select ${1} where ${inner} and c = ${3}`), {
    text: 'select $1 where b = $2 and c = $3',
    values: [1, 2, 3],
  })
})

it('a Bound value is sent once, however often it occurs', () => {
  const app = new Bound('x')
  assert.deepEqual(toStatement(sql`${app} ${'y'} ${app}`), { text: '$1 $2 $1', values: ['x', 'y'] })
})

it('names and constant texts are quoted', () => {
  const hostile = `a"'; drop table x; --`
  assert.equal(toStatement(id(hostile)).text, `"a""'; drop table x; --"`)
  assert.equal(toStatement(literal(hostile)).text, `'a"''; drop table x; --'`)
})

it('fragments are joined with a comma or the given separator', () => {
  const parts = [sql`a = ${1}`, sql`b = ${2}`]
  assert.equal(toStatement(join(parts)).text, 'a = $1, b = $2')
  assert.deepEqual(toStatement(sql`where ${join(parts, sql` and `)}`), {
    text: 'where a = $1 and b = $2',
    values: [1, 2],
  })
  assert.equal(toStatement(join([])).text, '')
  assert.equal(toStatement(sql`a${nothing}b`).text, 'ab')
})

it('a flattened fragment has no fragments in it and makes the same statement', () => {
  const app = new Bound('x')
  const fragment = sql`${app} ${sql`a = ${1} and ${sql`b`}`} ${join([sql`c`, sql`d = ${app}`])}${nothing}`
  assert.ok(flatten(fragment).parts.every((part) => part === app || part === 1))
  assert.deepEqual(toStatement(flatten(fragment)), toStatement(fragment))
  assert.deepEqual(toStatement(sql`select ${flatten(fragment)}, ${app}, ${flatten(sql`e`)}`), {
    text: 'select $1 a = $2 and b c, d = $1, $1, e',
    values: ['x', 1],
  })
})

it('a script keeps its text and its own parameters', () => {
  assert.deepEqual(toStatement(new Script('select $1', [1])), { text: 'select $1', values: [1] })
})

it('equal texts have equal names, which are short enough for the server', () => {
  assert.equal(statementName('select 1'), statementName('select 1'))
  assert.notEqual(statementName('select 1'), statementName('select 2'))
  assert.ok(statementName('x'.repeat(10_000)).length <= 63)
})
