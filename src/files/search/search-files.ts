import { isObject } from '../../foundation/kit/json.ts'
import { type Lists, type Page, readIds, readListRequest } from '../../query/index.ts'
import { fileSource } from '../permanent/file-source.ts'
import type { FileCaller } from '../rights.store.ts'
import { readTextQuery } from './text-query.ts'
import { withText } from './text-source.ts'

/** The keys of the filter and the field that each key stands for. */
const criteria: Readonly<Record<string, string>> = {
  __id: '__id',
  __name: '__name',
  name: '__name',
  __createdBy: '__createdBy',
  __changedBy: '__updatedBy',
  __updatedBy: '__updatedBy',
  __createdAt: '__createdAt',
  __updatedAt: '__updatedAt',
}

/**
 * Searches files that are not deleted: by id, by a part of the name, by authors, dates and directories (with
 * everything below them), and by words in the content or name. Newest first by default. Unknown keys of the filter
 * are ignored.
 */
export function searchFiles(lists: Lists, caller: FileCaller, input: unknown, nowMs: number): Promise<Page> {
  const { filter, from, size, sortExpressions } = isObject(input) ? input : {}
  // Keys next to `tf` count like keys in `tf`. Ignoring them would return more files than were requested.
  const given = isObject(filter) ? { ...filter, ...(isObject(filter.tf) && filter.tf) } : {}
  const tf = Object.fromEntries(
    Object.entries(given).flatMap(([key, value]) => {
      const field = Object.hasOwn(criteria, key) ? criteria[key] : undefined
      return field === undefined || value === null || value === '' ? [] : [[field, value]]
    }),
  )
  const within = readIds(given.directory === '' ? [] : given.directory, 'directory')
  const request = readListRequest({ from, size, sortExpressions, active: true, filter: { tf } })
  const words = readTextQuery(given.text ?? given.fullText ?? given.fullTextSearch)
  const files = fileSource(caller, within)
  const source = words === undefined ? files : withText(files, words, request.size)
  return lists.page(request, source, { callerId: caller.userId, nowMs })
}

/** Lists the files that are not deleted, filtered by any of their fields, newest first by default. */
export function listFiles(lists: Lists, caller: FileCaller, input: unknown, nowMs: number): Promise<Page> {
  const request = { ...readListRequest(input), active: true }
  return lists.page(request, fileSource(caller), { callerId: caller.userId, nowMs })
}
