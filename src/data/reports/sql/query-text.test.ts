import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { id, toStatement } from '../../../foundation/db/sql.ts'
import { fillQuery, readQueryText } from './query-text.ts'

/** Returns the text with its holes in angle brackets. */
function holes(text: string): string {
  const { query, problems } = readQueryText(text)
  assert.deepEqual(problems, [], text)
  return toStatement(fillQuery(query, ({ is, name }) => id(`${is} ${name}`))).text
}
const problem = (text: string) =>
  readQueryText(text)
    .problems.map(({ line, message }) => `${line}: ${message}`)
    .join()

describe('parameters and tables are found', () => {
  it('where SQL has names', () => {
    assert.equal(holes('select :a from bi.docs_x'), 'select "parameter a" from "table docs_x"')
    assert.equal(
      holes('SELECT x::text, :a::date FROM BI."Odd""x" o'),
      'SELECT x::text, "parameter a"::date FROM "table Odd"x" o'.replace('Odd"x', 'Odd""x'),
    )
    assert.equal(holes('select bi.docs_x.name from bi.Docs_X'), 'select "table docs_x".name from "table docs_x"')
    assert.equal(holes('select t.bi.x, bi from bi.y bi'), 'select t.bi.x, bi from "table y" bi')
  })

  it('outside texts, quoted names and comments', () => {
    for (const text of [
      `select ':a', "bi.x" , $$ :a bi.x $$, $t$ $$ :a $t$, E'\\' :a', 'it''s :a'`,
      'select 1 -- :a bi.x\n',
      'select 1 - 2',
    ])
      assert.equal(holes(text), text)
    assert.equal(
      holes('select /* :a /* b */ :c */ 1'),
      `select ${' '.repeat(24)} 1`.replace(/ {24}/, ' '.repeat('/* :a /* b */ :c */'.length)),
    )
  })

  it('and the lines stay as they are', () => {
    const text = 'select /* a\nb */ 1,\n:a'
    assert.equal(holes(text).split('\n').length, text.split('\n').length)
  })
})

it('a text that is not one SELECT statement is refused with its line', () => {
  assert.equal(problem('select 1;\n\nselect 2'), '3: a report is one statement; nothing may follow its semicolon')
  assert.equal(problem('\nupdate x set y = 1'), '2: a report is a SELECT statement')
  assert.equal(problem('select (1'), '1: a bracket is not closed')
  assert.equal(problem('select 1)'), '1: this bracket was never opened')
  assert.equal(problem("select\n'x"), '2: this text is not closed')
  assert.equal(problem('select "x'), '1: this name is not closed')
  assert.equal(problem('select /* x /* y */'), '1: this comment is not closed')
  assert.equal(problem('select $a$ x $b$'), '1: this text is not closed')
  assert.equal(problem('select $1'), '1: parameters are written as :code')
  assert.equal(problem(' -- nothing\n'), '1: the file holds no statement')
})

it('no text makes the reader fail or loop', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...`'"$a:;()/*-\n\\e. b`) }), (text) => {
      readQueryText(`select ${text}`)
    }),
  )
})
