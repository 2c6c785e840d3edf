import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { workspaceQuery } from '../api/workspace.ts'
import { useI18n } from '../i18n/index.tsx'
import { SubstitutionList } from './substitution-list.tsx'

const route = getRouteApi('/shell/absence')

/** The substitutions in which the user is the principal or the substitute. */
export function AbsencePage() {
  const { t } = useI18n()
  const navigate = route.useNavigate()
  const { user } = useSuspenseQuery(workspaceQuery).data
  return (
    <SubstitutionList
      title={t('account.absence')}
      of={user.id}
      search={route.useSearch()}
      go={(change) => navigate({ search: (now) => ({ ...now, ...change }) })}
    />
  )
}
