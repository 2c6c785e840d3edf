import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { QueryView, Skeleton } from '../ui/states.tsx'
import { applicationQuery } from './application.ts'
import { ElementList } from './list/element-list.tsx'

const route = getRouteApi('/shell/apps/$namespace/$code')
const Board = lazy(async () => ({ default: (await import('./board/board.tsx')).Board }))

/** The elements of an application, as a list or as a board. */
export function ElementListPage() {
  const { namespace, code } = route.useParams()
  const { view } = route.useSearch()
  const application = useQuery(applicationQuery(namespace, code))
  return (
    <QueryView query={application}>
      {(schema) =>
        view === 'board' && schema.statuses.length > 0 ? (
          <Suspense fallback={<Skeleton />}>
            <Board key={schema.__id} schema={schema} />
          </Suspense>
        ) : (
          <ElementList key={schema.__id} schema={schema} />
        )
      }
    </QueryView>
  )
}
