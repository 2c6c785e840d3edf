import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { keys } from '../api/query-keys.ts'
import { ErrorState, QueryView } from '../ui/states.tsx'

const route = getRouteApi('/shell/sheets/$id')

/** Goes to the tab "Approval" of the element that a sheet is about. */
export function SheetAddress() {
  const { id } = route.useParams()
  const query = useQuery({
    queryKey: keys.sheets('one', id),
    queryFn: async ({ signal }) => (await call('getSheet', { params: { id }, signal })).sheet,
  })
  return (
    <QueryView query={query}>
      {({ element }) =>
        element ? (
          <Navigate to="/apps/$namespace/$code/$id" params={element} search={{ tab: 'approval' }} replace />
        ) : (
          <ErrorState error={new ApiError(404, {})} />
        )
      }
    </QueryView>
  )
}
