import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { Operations } from '../api/operations.ts'
import { keys } from '../api/query-keys.ts'

export type StoredFile = Operations['getFile']['result']['file']
export type Directory = Operations['getDirectory']['result']['directory']
export type FileRight = Operations['getFileCapabilities']['result']['rights'][number]

const maxDirectories = 500
const byName = [{ field: '__name', ascending: true }]

/** The common directory, which contains all other directories. */
export const rootQuery = queryOptions({
  queryKey: keys.files('root'),
  queryFn: async ({ signal }) => {
    const { result } = await call('listDirectories', { body: { filter: { tf: { system: true } } }, signal })
    const all = result.result as unknown as readonly Directory[]
    const root = all.find(({ name }) => name === 'files') // the migration has created it under this name
    if (root === undefined) throw new Error('the server has no common directory')
    return root
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** One directory. */
export const directoryQuery = (id: string) =>
  queryOptions({
    queryKey: keys.files('directory', id),
    queryFn: async ({ signal }) => (await call('getDirectory', { params: { id }, signal })).directory,
  })

/** The directories in a directory, by name. */
export const insideQuery = (id: string) =>
  queryOptions({
    queryKey: keys.files('inside', id),
    queryFn: async ({ signal }) => {
      const filter = { tf: { directory: id } }
      const body = { active: true, size: maxDirectories, filter, sortExpressions: byName }
      return (await call('listDirectories', { body, signal })).result.result as unknown as readonly Directory[]
    },
  })

/** The directories with these ids that the user can see. */
export const pathQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: keys.files('path', ids),
    queryFn: async ({ signal }) => {
      const { result } = await call('listDirectories', { body: { ids, size: Math.max(1, ids.length) }, signal })
      return result.result as unknown as readonly Directory[]
    },
    enabled: ids.length > 0,
  })

/** A place in a list of files. Pages are counted from 1. */
export interface ListPlace {
  readonly page: number
  readonly size: number
  readonly sort: { readonly key: string; readonly isAscending: boolean }
}

/** One page of the files in a directory. With a text, searches names and contents, also in its subdirectories. */
export const listQuery = (directory: string, text: string, { page, size, sort }: ListPlace) =>
  queryOptions({
    queryKey: keys.files('list', directory, text, page, size, sort),
    queryFn: async ({ signal }) => {
      const place = { from: (page - 1) * size, size }
      if (text !== '') {
        const { result } = await call('searchFiles', { body: { ...place, filter: { directory, text } }, signal })
        return { rows: result.result, total: result.total }
      }
      const sortExpressions = [{ field: sort.key, ascending: sort.isAscending }]
      const query = { query: { ...place, sortExpressions, filter: { tf: { directory } } } }
      const { result, total } = (await call('listFiles', { query: query as object, signal })).result
      return { rows: result as unknown as readonly StoredFile[], total }
    },
  })

/** One page of the recycle bin, last deleted first. */
export const deletedQuery = (page: number, size: number) =>
  queryOptions({
    queryKey: keys.files('deleted', page, size),
    queryFn: async ({ signal }) => {
      const query = { query: { from: (page - 1) * size, size } }
      const { result, total } = (await call('listDeletedFiles', { query: query as object, signal })).result
      return { rows: result as unknown as readonly StoredFile[], total }
    },
  })

/** One file. */
export const storedFileQuery = (id: string) =>
  queryOptions({
    queryKey: keys.files('file', id),
    queryFn: async ({ signal }) => (await call('getFile', { params: { id }, signal })).file,
  })

/** The rights of the user to a file or a directory. */
export const rightsQuery = (id: string) =>
  queryOptions({
    queryKey: keys.files('rights', id),
    queryFn: async ({ signal }) => (await call('getFileCapabilities', { params: { id }, signal })).rights,
  })

/** The versions of a file, newest first. */
export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: keys.files('versions', id),
    queryFn: async ({ signal }) => (await call('listFileVersions', { params: { id }, signal })).result.result,
  })

/** Bytes that the user has stored, and the quota of the user. */
export const usageQuery = queryOptions({
  queryKey: keys.files('usage'),
  queryFn: async ({ signal }) => (await call('getFileUsage', { signal })).own,
})
