import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type } from 'typebox'
import { errorKind } from '../../kit/errors.ts'
import { Components, responseName } from './components.ts'

const Name = Type.Object({ first: Type.String() }, { title: 'Name' })

describe('the components of an OpenAPI document', () => {
  it('are the schemas with a title, wherever they occur', () => {
    const components = new Components()
    const $ref = '#/components/schemas/Name'
    const schema = Type.Object({
      name: Name,
      others: Type.Optional(Type.Array(Name)),
      either: Type.Union([Name, Type.Null()]),
    })
    assert.deepEqual((components.schema(schema) as typeof schema).properties, {
      name: { $ref },
      others: { type: 'array', items: { $ref } },
      either: { anyOf: [{ $ref }, { type: 'null' }] },
    })
    const { type, required, properties } = Name
    assert.deepEqual(components.all(), {
      parameters: {},
      responses: {},
      schemas: { Name: { type, required, properties } },
    })
  })

  it('are found in schemas, and not in examples or among the names of properties', () => {
    const components = new Components()
    const schema = { type: 'object', properties: { title: { type: 'string' } }, examples: [{ title: 'Name' }] }
    assert.deepEqual(components.schema(schema), schema)
    assert.deepEqual(components.all(), { parameters: {}, responses: {}, schemas: {} })
  })

  it('have one name each', () => {
    const components = new Components()
    components.schema(Name)
    components.schema(Type.Object({ first: Type.String() }, { title: 'Name' }))
    const other = Type.Object({ last: Type.String() }, { title: 'Name' })
    assert.throws(() => components.schema(other), /two different schemas have the name "Name"/)
    components.response('Name', { description: 'A response may have the name of a schema.' })
  })

  it('are named after the codes of their errors when they are refusals', () => {
    const [notFound, noPath] = [errorKind('task.not_found', 404, ''), errorKind('path.not_found', 404, '')]
    assert.equal(responseName([notFound]), 'TaskNotFound')
    assert.equal(responseName([notFound, noPath]), 'PathNotFoundOrTaskNotFound')
  })
})
