import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { keys } from '../api/query-keys.ts'
import { QueryView } from '../ui/states.tsx'

const route = getRouteApi('/shell/imports/$id')

/** Goes to the page of an import, whose address also has the application. */
export function ImportAddress() {
  const { id } = route.useParams()
  const query = useQuery({
    queryKey: keys.imports('one', id),
    queryFn: async ({ signal }) => (await call('getImport', { params: { id }, signal })).status,
  })
  return (
    <QueryView query={query}>
      {({ application = '' }) => {
        const [namespace = '', code = ''] = application.split('.')
        return <Navigate to="/apps/$namespace/$code/import" params={{ namespace, code }} search={{ id }} replace />
      }}
    </QueryView>
  )
}
