import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query-keys.ts'
import type { Application } from '../application.ts'
import { defaultColumns } from './columns.ts'
import { type ListState, requestedFields, sortBody, sortOf } from './list-state.ts'
import { candidatesOf, useSelection } from './use-selection.ts'

/** Reads the page of the list that the address describes, and decides which columns are shown. */
export function useElements(schema: Application, state: ListState) {
  const { namespace, code } = schema
  const candidates = useMemo(() => candidatesOf(schema), [schema])
  const chosen = state.columns?.filter((each) => schema.fields.some((field) => field.code === each))
  const requested = chosen ?? [...candidates, '__createdAt']
  const body = {
    ...useSelection(schema, state),
    ...sortBody(sortOf(state, schema)),
    from: (state.page - 1) * state.size,
    size: state.size,
    fields: requestedFields(requested, schema),
  }
  const query = useQuery({
    queryKey: keys.elements(schema, 'page', body),
    queryFn: async ({ signal }) => (await call('listElements', { params: { namespace, code }, body, signal })).result,
    placeholderData: keepPreviousData,
  })
  // The default columns are decided by the first page with rows, so that they do not change from page to page.
  const decided = useRef<readonly string[]>(undefined)
  const rows = query.data?.result
  if (decided.current === undefined && rows !== undefined && rows.length > 0)
    decided.current = defaultColumns(schema, candidates, rows)
  const shown = chosen ?? decided.current ?? defaultColumns(schema, candidates, [])
  const shownCodes = shown.join(',')
  const columns = useMemo(
    () => ['__name', ...shownCodes.split(',').filter((each) => each !== '' && each !== '__name')],
    [shownCodes],
  )
  return { query, columns }
}
