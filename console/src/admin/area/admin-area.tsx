import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { ApiError } from '../../api/api-error.ts'
import { workspaceQuery } from '../../api/workspace.ts'
import { useI18n } from '../../i18n/index.tsx'
import { Page } from '../../ui/page.tsx'
import { ErrorState } from '../../ui/states.tsx'

/** The pages of the administration, for administrators only. */
export function AdminArea() {
  const { t } = useI18n()
  const { isAdministrator } = useSuspenseQuery(workspaceQuery).data
  if (isAdministrator) return <Outlet />
  return (
    <Page title={t('app.administration')}>
      <ErrorState error={new ApiError(403, { error: t('admin.onlyAdministrators') })} />
    </Page>
  )
}
