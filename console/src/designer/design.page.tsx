import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { keys } from '../api/query-keys.ts'
import { workspaceQuery } from '../api/workspace.ts'
import { useI18n } from '../i18n/index.tsx'
import { Page } from '../ui/page.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import type { Definition } from './definition.ts'
import { fileQuery, pathOf, solutionsQuery } from './design-queries.ts'
import { Designer } from './designer.tsx'
import type { SolutionName } from './solution-name.ts'
import { type Base, forgetDraft } from './use-design.ts'
import { useNameText } from './use-name-text.ts'

const route = getRouteApi('/shell/apps/$namespace/$code/design')
const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/**
 * The designer of an application. The parameter `create` of the address is the name of an application that does not
 * exist yet; the new application belongs to the solution of its namespace.
 */
export function DesignPage() {
  const { t } = useI18n()
  const { namespace, code } = route.useParams()
  const isAdministrator = useIsAdministrator()
  const solutions = useQuery({ ...solutionsQuery, enabled: isAdministrator })
  if (!isAdministrator)
    return (
      <Page title={t('designers.designer')}>
        <ErrorState error={new ApiError(403, { error: t('designers.onlyAdministrators') })} />
      </Page>
    )
  if (solutions.error) return <ErrorState error={solutions.error} onRetry={solutions.refetch} />
  if (!solutions.data) return <Skeleton />
  const holding = (type: string, isIt: (part: { namespace: string; code: string }) => boolean) =>
    solutions.data.find(({ content }) => content.some((part) => part.type === type && isIt(part)))
  const owner =
    holding('application', (part) => part.namespace === namespace && part.code === code) ??
    holding('namespace', (part) => part.code === namespace)
  if (!owner) return <ErrorState error={new ApiError(404, {})} />
  return <DesignOf key={`${namespace}.${code}`} solution={owner} />
}

function DesignOf({ solution }: { solution: SolutionName }) {
  const { t } = useI18n()
  const { namespace, code } = route.useParams()
  const { tab, open, form, create } = route.useSearch()
  const navigate = route.useNavigate()
  const textOf = useNameText()
  const client = useQueryClient()
  const [round, setRound] = useState(0)
  const path = pathOf(namespace, code)
  const file = useQuery({ ...fileQuery(solution.code, path), retry: false })
  const isNew = file.error !== null && isMissing(file.error) && create !== undefined
  if (file.error && !isNew) return <ErrorState error={file.error} onRetry={file.refetch} />
  if (!file.data && !isNew) return <Skeleton />
  const base: Base = file.data
    ? { ...file.data, definition: file.data.definition as unknown as Definition }
    : { path, hash: null, text: null, definition: { name: create ?? code } }
  const reload = async () => {
    await file.refetch()
    await client.invalidateQueries({ queryKey: keys.solutions() })
    if (isNew) await navigate({ search: {}, replace: true })
    forgetDraft(path)
    setRound((now) => now + 1)
  }
  return (
    <Designer
      key={`${round} ${base.hash === null}`}
      namespace={namespace}
      code={code}
      solution={solution}
      base={base}
      above={
        isNew ? (
          t('designers.newIn', { solution: solution.name })
        ) : (
          <Link to="/apps/$namespace/$code" params={{ namespace, code }}>
            {textOf(base.definition.name)}
          </Link>
        )
      }
      place={{ tab, open, form }}
      onGo={(place) => navigate({ search: (now) => ({ create: now.create, ...place }), replace: true })}
      onReload={reload}
      onRefresh={async () => (await file.refetch()).data?.hash ?? null}
    />
  )
}

/** Returns whether the signed-in user is an administrator. */
const useIsAdministrator = (): boolean => useSuspenseQuery(workspaceQuery).data.isAdministrator
