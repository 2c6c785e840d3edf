import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { Operations } from '../../api/operations.ts'
import { keys } from '../../api/query-keys.ts'

export type ImportPreview = Operations['previewImport']['result']

/** The columns and first rows of an uploaded file, and the mapping that the user has saved. The file never changes. */
export const previewQuery = (
  { namespace, code }: { readonly namespace: string; readonly code: string },
  hash: string,
  sheet: string | undefined,
) =>
  queryOptions({
    queryKey: keys.importPreview(namespace, code, hash, sheet),
    queryFn: async ({ signal }) => {
      const body = { application: `${namespace}.${code}`, fileHash: hash, ...(sheet && { sheet }) }
      const [preview, saved] = await Promise.all([
        call('previewImport', { body, signal }),
        call('getImportMapping', { params: { namespace, code }, signal }),
      ])
      return { preview, saved }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
