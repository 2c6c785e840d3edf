import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type OpenApi, operationTypes, typeOf } from './operation-types.ts'

const task = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }
const document: OpenApi = {
  components: {
    schemas: { Task: task },
    parameters: { Id: { name: 'id', in: 'path', required: true, schema: { type: 'string' } } },
    responses: {
      TaskResult: {
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: {
                success: { const: true },
                error: { const: '' },
                task: { $ref: '#/components/schemas/Task' },
              },
              required: ['success', 'error', 'task'],
            },
          },
        },
      },
    },
  },
  paths: {
    '/tasks/{id}': {
      get: {
        operationId: 'getTask',
        summary: 'Get a task',
        parameters: [{ $ref: '#/components/parameters/Id' }],
        responses: { 200: { $ref: '#/components/responses/TaskResult' } },
      },
    },
  },
}

it('writes named schemas once and one member a line', () => {
  assert.equal(
    operationTypes(document),
    `/** Schemas that have a name. */
export interface Schemas {
  Task: {
    id: string
  }
}
/** Input and result of each operation. */
export interface Operations {
  getTask: {
    input: {
      params: {
        id: string
      }
    }
    result: {
      task: Schemas['Task']
    }
  }
}
/** Method and path of each operation. */
export const operations = {
  getTask: 'GET /tasks/{id}',
} as const satisfies Record<keyof Operations, string>
`,
  )
})

it('puts the type of items between brackets when it consists of several', () => {
  const object = { type: 'object', properties: { a: { anyOf: [{ type: 'string' }, { type: 'null' }] } } }
  assert.equal(typeOf({ type: 'array', items: { type: ['string', 'null'] } }), 'readonly (string | null)[]')
  assert.equal(typeOf({ type: 'array', items: object }), 'readonly {\n  a?: string | null\n}[]')
  assert.equal(
    typeOf({ type: 'array', items: { anyOf: [object, { type: 'null' }] } }),
    'readonly ({\n  a?: string | null\n} | null)[]',
  )
  assert.equal(
    typeOf({ type: 'array', items: { ...object, additionalProperties: true } }),
    'readonly ({\n  a?: string | null\n} & Record<string, unknown>)[]',
  )
})
