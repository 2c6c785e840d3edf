import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { requestOf } from '../../fields/field-types.ts'
import type { Application } from '../application.ts'
import { type FieldFilter, parseFilter, toCondition } from './filters.ts'
import { type SearchContext, searchCondition } from './search-condition.ts'

const route = getRouteApi('/shell/apps/$namespace/$code')

const defaultSize = 50

/** Returns the parameters of the list in the address, and the functions that change them. */
export function useListState() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return useMemo(() => {
    const change = (part: Partial<typeof search>, isReplaced = false) =>
      navigate({ search: (now) => ({ ...now, ...part }), replace: isReplaced })
    return {
      ...search,
      page: search.page ?? 1,
      size: search.size ?? defaultSize,
      change,
      /** Changes the filters, and therefore returns to the first page. */
      filter: (part: Partial<typeof search>) => change({ ...part, page: undefined }),
    }
  }, [search, navigate])
}
export type ListState = ReturnType<typeof useListState>

/** Returns the filters of the address whose fields exist, and the texts of the other filters. */
export function readFilters(texts: readonly string[], { fields }: Application) {
  const read = texts.map((text) => ({ text, filter: parseFilter(text) }))
  const known = ({ filter }: { filter: FieldFilter | undefined }): boolean =>
    fields.some(({ code }) => code === filter?.field)
  return {
    filters: read.filter(known).map(({ filter }) => filter!),
    dropped: read.filter((each) => !known(each)).map(({ text }) => text),
  }
}

/** Returns the part of a list request that selects rows. The list, an export and a bulk action use the same part. */
export function selectionBody(
  state: Pick<ListState, 'q' | 'f' | 'eql' | 'status'>,
  schema: Application,
  context: SearchContext,
) {
  const { filters } = readFilters(state.f ?? [], schema)
  const conditions = filters.map((filter) =>
    toCondition(filter, schema.fields.find(({ code }) => code === filter.field)!),
  )
  if (state.q) conditions.push(searchCondition(state.q, context))
  if (state.eql) conditions.push({ eql: { query: state.eql } })
  const and = conditions.filter((condition) => condition !== undefined)
  return {
    active: true,
    ...(state.status ? { statusCode: [state.status] } : {}),
    ...(and.length > 0 ? { filter: { and } } : {}),
  }
}

/**
 * Returns the sort key of the list. Documents are sorted by their creation, the newest first, because the work of the
 * day is with new ones; everything else by name.
 */
export const sortOf = ({ sort }: Pick<ListState, 'sort'>, { type }: Pick<Application, 'type'>): string =>
  sort ?? (type === 'DOCUMENT' ? '-__createdAt' : '__name')

/** Returns the sort keys of a list request. */
export const sortBody = (sort: string) => ({
  sortExpressions: [{ field: sort.replace(/^-/, ''), ascending: !sort.startsWith('-') }],
})

/** Returns the `fields` of a list request for these columns: values, and the names of references. */
export function requestedFields(codes: readonly string[], { fields }: Application): Record<string, unknown> {
  const requested = codes.map((code) => {
    const field = fields.find((each) => each.code === code)
    return [code, field ? requestOf(field) : true] as const
  })
  return { __name: true, __status: true, __statusCode: true, ...Object.fromEntries(requested) }
}
