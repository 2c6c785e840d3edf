import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useI18n } from '../i18n/index.tsx'
import { PrintIcon } from '../ui/icons.tsx'
import { Page } from '../ui/page.tsx'
import { QueryView } from '../ui/states.tsx'
import { CaseState } from './case-state.tsx'
import { caseQuery, caseTitle, journalAddress } from './record-queries.ts'
import { RegisterButton } from './register-document.tsx'
import { RegistrationList } from './registration-list.tsx'

const route = getRouteApi('/shell/records/cases/$id')

/** The documents of a case. */
export function CasePage() {
  const { t } = useI18n()
  const { id } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = useQuery(caseQuery(id))
  if (!query.data)
    return (
      <Page title={t('records.case')} above={<Link to="/records/nomenclature">{t('app.nomenclature')}</Link>}>
        <QueryView query={query}>{() => null}</QueryView>
      </Page>
    )
  const shown = query.data
  return (
    <RegistrationList
      title={caseTitle(shown)}
      above={
        <Link to="/records/nomenclature" search={{ open: id, year: shown.year }}>
          {t('app.nomenclature')}
        </Link>
      }
      beside={
        <>
          {shown.year} <CaseState state={shown.state} />
        </>
      }
      actions={
        <>
          <Button
            component="a"
            href={journalAddress(id, search)}
            target="_blank"
            variant="default"
            leftSection={<PrintIcon />}
          >
            {t('records.print')}
          </Button>
          {shown.state === 'active' && <RegisterButton shown={shown} />}
        </>
      }
      search={{ ...search, caseId: id }}
      onSearch={(change) => navigate({ search: (now) => ({ ...now, ...change }) })}
    />
  )
}
