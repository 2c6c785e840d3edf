import { type Static, Type } from 'typebox'
import { listOf } from '../../../http/envelope.ts'
import type { Answer } from '../../../http/operation.ts'
import { readListRequest } from '../../../query/index.ts'

/** All of it: definitions are few, and clients ask for them without parameters and read the first page only. */
const usualRows = 10_000

export const SchemeListInput = Type.Object({
  from: Type.Optional(Type.Number({ description: 'Rows to leave out; 0 when absent.' })),
  size: Type.Optional(
    Type.Number({
      description: `Rows to answer, 0 to 10000; ${usualRows} when absent. 0 returns the total alone, a negative number as many rows as allowed.`,
    }),
  ),
})

/** The page of a list that lies in memory. */
export function pageOf(items: readonly object[], input: Static<typeof SchemeListInput>): Answer {
  const { from, size } = readListRequest({ from: input.from, size: input.size ?? usualRows })
  return listOf(items.slice(from, from + size), items.length)
}
