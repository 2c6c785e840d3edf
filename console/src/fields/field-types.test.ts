import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as server from '../../../src/values/field-types.ts'
import { variableTypes } from '../../../src/values/variable-types.ts'
import { definitionOf, fieldTypes, requestOf, typeNamed, typeOf } from './field-types.ts'
import { editedVariable, variableWords } from './variable-types.ts'

describe('the types of fields in the console', () => {
  it('are those of the server, under the same names', () => {
    const served = server.fieldTypes.map(({ code, word }) => [code, word])
    const known = fieldTypes.flatMap((type) => ('definition' in type ? [[type.code, type.definition.word]] : []))
    assert.deepEqual(known.toSorted(), served.toSorted())
    assert.deepEqual(
      fieldTypes.filter((type) => !('definition' in type)).map(({ code }) => code),
      [server.fieldTypeByCode('STATUS')!.code],
    )
  })

  it('treat a type of a newer server like JSON', () => {
    assert.equal(typeOf({ type: 'HOLOGRAM' }).code, 'JSON')
    assert.equal(typeNamed('hologram').code, 'JSON')
    assert.equal(definitionOf('hologram').word, 'json')
  })

  it('request the names of what they refer to, and the value of everything else', () => {
    assert.deepEqual(requestOf({ type: 'SYS_USER' }), { __name: true })
    assert.equal(requestOf({ type: 'FLOAT' }), true)
  })

  it('cover the types of process variables', () => {
    assert.deepEqual(variableWords.toSorted(), [...variableTypes.keys()].toSorted())
  })

  it('edit decimals of processes as numbers, also in a list', () => {
    assert.equal(editedVariable('decimal', '0.1'), 0.1)
    assert.deepEqual(editedVariable('DECIMAL', ['0.1', '']), [0.1, ''])
    assert.equal(editedVariable('string', '0.1'), '0.1')
  })
})
