import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fieldTypeByCode, fieldTypes } from '../../../src/values/field-types.ts'

// These files contain JSX, which Node cannot run, so the codes are read from their text.
const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const registered = [...read('./field-types.ts').matchAll(/from '(\.\/types\/[\w-]+\.tsx)'/g)].map((match) => match[1]!)
const codes = registered.map((path) => /code: '(\w+)'|Type\('(\w+)'/.exec(read(path))!.slice(1).find(Boolean)!)
/** The editors of all types except the table, whose editor uses these editors for its columns. */
const editors = [...read('./editors/editors.ts').matchAll(/^ {2}(\w+): /gm)].map((match) => match[1]!)

describe('the types of fields in the console', () => {
  it('are those of the server', () => {
    const served = [...fieldTypes.map(({ code }) => code), fieldTypeByCode('STATUS')!.code]
    assert.deepEqual(codes.toSorted(), served.toSorted())
  })

  it('can all be edited, except the status, which has steps of its own', () => {
    const edited = [...editors, 'TABLE']
    assert.deepEqual(edited.toSorted(), codes.filter((code) => code !== 'STATUS').toSorted())
  })
})
