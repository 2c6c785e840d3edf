import { type Static, Type } from 'typebox'
import { limits } from '../limits.ts'

const rows = (description: string) => Type.Optional(Type.Number({ description }))
const texts = (description: string) =>
  Type.Optional(Type.Unsafe<string | string[]>({ type: ['array', 'string'], items: { type: 'string' }, description }))
const map = (description: string) =>
  Type.Optional(Type.Unsafe<Record<string, unknown>>({ type: 'object', description, additionalProperties: true }))

/**
 * The schema of the list body for the API document. The schema is deliberately loose: `readListRequest` checks bounds
 * and shapes and reports them in its own messages.
 */
export const ListInput = Type.Object(
  {
    from: rows('Number of rows to skip; 0 by default.'),
    size: rows(
      `Number of rows to return, 0 to ${limits.pageRows}; 10 by default. 0 returns only the total, a negative number the maximum.`,
    ),
    active: Type.Optional(
      Type.Boolean({
        description:
          'Whether only active rows are returned: for elements, those that are not deleted; for process instances, those that ' +
          'have not ended. False by default.',
      }),
    ),
    ids: texts('Ids of the rows to return; an empty list does not restrict the result.'),
    fields: map(
      'Fields to return, such as `{"*": true, "note": false}`. An object in place of true loads the objects to which the field refers.',
    ),
    filter: map(
      'Filter: `{"tf": {…}}`, conditions such as `{"eq": [{"field": "f"}, {"const": 1}]}`, or `{"eql": {"query": "…"}}`.',
    ),
    sortExpressions: Type.Optional(
      Type.Unsafe<unknown[]>({
        type: 'array',
        items: {
          title: 'SortExpression',
          type: 'object',
          properties: { field: { type: 'string' }, ascending: { type: 'boolean' } },
          additionalProperties: true,
        },
        description: `Sort keys, the most significant first; at most ${limits.sortKeys}.`,
      }),
    ),
    statusCode: texts('Codes of statuses; only elements in one of them are returned.'),
    statusGroupId: Type.Optional(
      Type.String({ description: 'Id of a status group; only elements in one of its statuses are returned.' }),
    ),
  },
  { title: 'ListInput' },
)
export type ListInput = Static<typeof ListInput>
