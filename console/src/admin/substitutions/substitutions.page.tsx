import { getRouteApi } from '@tanstack/react-router'
import { useI18n } from '../../i18n/index.tsx'
import { SubstitutionList } from '../../substitutions/substitution-list.tsx'
import { AdminLinks } from '../area/admin-page.tsx'

const route = getRouteApi('/shell/admin/substitutions')

/** The substitutions of all users, for administrators. */
export function SubstitutionsPage() {
  const { t } = useI18n()
  const navigate = route.useNavigate()
  return (
    <SubstitutionList
      title={t('substitutions.title')}
      navigation={<AdminLinks />}
      search={route.useSearch()}
      go={(change) => navigate({ search: (now) => ({ ...now, ...change }) })}
    />
  )
}
