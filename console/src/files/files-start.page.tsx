import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useI18n } from '../i18n/index.tsx'
import { Page } from '../ui/page.tsx'
import { QueryView } from '../ui/states.tsx'
import { rootQuery } from './file-queries.ts'

/** Goes to the common directory. */
export function FilesStartPage() {
  const { t } = useI18n()
  return (
    <Page title={t('app.files')}>
      <QueryView query={useQuery(rootQuery)}>
        {({ __id }) => <Navigate to="/files/$directoryId" params={{ directoryId: __id }} search={{}} replace />}
      </QueryView>
    </Page>
  )
}
