import { type Static, Type } from 'typebox'
import { limits } from './limits.ts'

const rows = (description: string) => Type.Optional(Type.Number({ description }))
const texts = (description: string) =>
  Type.Optional(Type.Unsafe<string | string[]>({ type: ['array', 'string'], items: { type: 'string' }, description }))
const map = (description: string) =>
  Type.Optional(Type.Unsafe<Record<string, unknown>>({ type: 'object', description, additionalProperties: true }))

/**
 * The schema of the list body for the API document. The schema is deliberately loose: `readListRequest` checks bounds
 * and shapes and reports them in its own messages.
 */
export const ListInput = Type.Object({
  from: rows('Rows to leave out; 0 when absent.'),
  size: rows(
    `Rows to answer, 0 to ${limits.pageRows}; 10 when absent. 0 returns the total alone, a negative number as many rows as allowed.`,
  ),
  active: Type.Optional(Type.Boolean({ description: 'True: without what is deleted.' })),
  ids: texts('Only these ids; an empty list is no restriction.'),
  fields: map('What to answer: `{"*": true, "f": false}`; an object in place of true loads what f refers to.'),
  filter: map(
    '`{"tf": {…}}`, conditions such as `{"eq": [{"field": "f"}, {"const": 1}]}`, or `{"eql": {"query": "…"}}`.',
  ),
  sortExpressions: Type.Optional(
    Type.Unsafe<unknown[]>({
      type: 'array',
      items: { type: 'object', properties: { field: { type: 'string' }, ascending: { type: 'boolean' } } },
      description: `At most ${limits.sortKeys}; the first is the strongest.`,
    }),
  ),
  statusCode: texts('Only elements in one of these statuses.'),
  statusGroupId: Type.Optional(Type.String({ description: 'Only elements in a status of this group.' })),
})
export type ListInput = Static<typeof ListInput>
