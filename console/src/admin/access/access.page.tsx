import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query-keys.ts'
import { workspaceQuery } from '../../api/workspace.ts'
import { SearchSelect } from '../../fields/search-select.tsx'
import { searchWithin } from '../../fields/searches.ts'
import { useI18n } from '../../i18n/index.tsx'
import { LockIcon } from '../../ui/icons.tsx'
import { EmptyState, QueryView } from '../../ui/states.tsx'
import { AdminPage } from '../area/admin-page.tsx'
import css from './access.module.css'
import { AccessRules } from './access-rules.tsx'
import { ExplainAccess } from './explain-access.tsx'

const route = getRouteApi('/shell/admin/access')

/** The access rules of an application, and the reason why a person can or cannot do something. */
export function AccessPage() {
  const { t } = useI18n()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { namespaces } = useSuspenseQuery(workspaceQuery).data
  const applications = namespaces.flatMap((namespace) =>
    namespace.applications.map(({ code, name }) => ({
      id: `${namespace.code}.${code}`,
      name: `${namespace.name} · ${name}`,
    })),
  )
  const chosen = applications.filter(({ id }) => id === search.app)
  const [namespace = '', code = ''] = (search.app ?? '').split('.')
  return (
    <AdminPage
      title={t('admin.access')}
      toolbar={
        <SearchSelect
          input={{ 'aria-label': t('admin.application'), w: 340, maw: '100%' }}
          queryKey={keys.choices('applications', applications.length)}
          search={searchWithin(applications)}
          selected={chosen}
          onSelect={([next]) => navigate({ search: ({ userId }) => ({ app: next?.id, userId }) })}
          isMultiple={false}
          placeholder={t('admin.chooseApplication')}
        />
      }
    >
      {search.app === undefined ? (
        <EmptyState
          icon={<LockIcon size={28} />}
          title={t('admin.chooseApplication')}
          text={t('admin.chooseApplicationText')}
        />
      ) : (
        <div className={css.columns}>
          <Rules namespace={namespace} code={code} />
          <ExplainAccess
            key={search.app}
            question={{ ...search, namespace, code }}
            onAsk={(question) => navigate({ search: (now) => ({ ...now, ...question }) })}
          />
        </div>
      )}
    </AdminPage>
  )
}

function Rules({ namespace, code }: { namespace: string; code: string }) {
  const query = useQuery({
    queryKey: keys.access(namespace, code),
    queryFn: ({ signal }) => call('getApplicationAccess', { params: { namespace, code }, signal }),
  })
  return (
    <QueryView query={query}>{(access) => <AccessRules namespace={namespace} code={code} access={access} />}</QueryView>
  )
}
