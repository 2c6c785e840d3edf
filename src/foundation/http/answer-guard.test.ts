import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type } from 'typebox'
import { guardAnswers } from './answer-guard.ts'
import { openApi } from './openapi/openapi.ts'
import { operationFor } from './operation.ts'

const upload = operationFor<unknown>()({
  name: 'upload',
  area: 'Files',
  methods: ['POST'],
  path: '/upload',
  summary: 'Upload a part',
  right: 'user',
  params: Type.Object({}),
  result: Type.Object({ id: Type.Optional(Type.String()) }),
  otherAnswers: {
    206: { description: 'There are more parts.' },
    202: { description: 'There is nothing to say.', isEmpty: true },
    400: { description: 'The part is in the wrong form.' },
  },
  handle: () => ({}),
})

describe('an answer', () => {
  const guard = guardAnswers(upload, [])

  it('has the status 200 or another one that the operation declares', () => {
    for (const status of [200, 202, 206]) guard.answer({}, status)
    assert.throws(() => guard.answer({}, 201), /upload answers with 201, which it does not declare/)
  })

  it('has the form that the operation declares', () => {
    assert.throws(() => guard.answer({ id: 7 }, 206), /upload answers with another shape.*"id" must be a string/)
  })
})

describe('the OpenAPI document', () => {
  const document = openApi([upload], { version: '1', description: 'Of a test.', areas: {} }) as {
    paths: Record<string, Record<string, { responses: object }>>
  }
  const responses = document.paths['/upload']!.post!.responses as Record<
    string,
    { description: string; content?: object }
  >

  it('has the statuses other than 200 with the form of the answer', () => {
    assert.equal(responses[206]!.description, 'There are more parts.')
    assert.deepEqual(responses[206]!.content, responses[200]!.content)
    assert.deepEqual(responses[202], { description: 'There is nothing to say.' })
  })

  it('has a status that refusals may have as well once, with both descriptions', () => {
    assert.match(responses[400]!.description, /`input.wrong`.*\nThe part is in the wrong form\./s)
  })
})
