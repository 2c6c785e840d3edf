import { type Static, Type } from 'typebox'
import { listOf } from '../../../foundation/http/envelope.ts'
import type { Answer } from '../../../foundation/http/operation.ts'
import { readListRequest } from '../../../query/index.ts'

/** Default page size. Clients read only the first page, and definitions are few, so one page has to hold them all. */
const defaultRows = 10_000

export const SchemeListInput = Type.Object(
  {
    from: Type.Optional(Type.Number({ description: 'Number of rows to skip; 0 by default.' })),
    size: Type.Optional(
      Type.Number({
        description: `Number of rows to return, 0 to 10000; ${defaultRows} by default. 0 returns only the total, a negative number the maximum.`,
      }),
    ),
  },
  { title: 'SchemeListInput' },
)

/** Returns one page of a list that is held in memory. */
export function pageOf(items: readonly object[], input: Static<typeof SchemeListInput>): Answer {
  const { from, size } = readListRequest({ from: input.from, size: input.size ?? defaultRows })
  return listOf(items.slice(from, from + size), items.length)
}
