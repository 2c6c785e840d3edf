import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { keys } from '../api/query-keys.ts'
import { SearchSelect } from '../fields/search-select.tsx'
import { searchWithin } from '../fields/searches.ts'
import { useI18n } from '../i18n/index.tsx'
import { ButtonWithReason } from '../ui/button-with-reason.tsx'
import { PrintIcon } from '../ui/icons.tsx'
import { caseTitle, journalAddress, nomenclatureQuery } from './record-queries.ts'
import { RegistrationList } from './registration-list.tsx'

const route = getRouteApi('/shell/records/journal')

/** The registrations of all cases, or of one case, in a period. */
export function JournalPage() {
  const { t } = useI18n()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { caseId } = search
  const { data } = useQuery(nomenclatureQuery)
  const choices = (data?.cases ?? []).map((each) => ({ id: each.id, name: `${caseTitle(each)}, ${each.year}` }))
  const go = (change: Partial<typeof search>) => navigate({ search: (now) => ({ ...now, ...change }) })
  return (
    <RegistrationList
      title={t('app.journal')}
      actions={
        caseId ? (
          <Button
            component="a"
            href={journalAddress(caseId, search)}
            target="_blank"
            variant="default"
            leftSection={<PrintIcon />}
          >
            {t('records.print')}
          </Button>
        ) : (
          <ButtonWithReason variant="default" reason={t('records.printOne')} leftSection={<PrintIcon />}>
            {t('records.print')}
          </ButtonWithReason>
        )
      }
      choice={
        <SearchSelect
          input={{ 'aria-label': t('records.case'), w: 280 }}
          queryKey={keys.choices('cases', choices.length)}
          search={searchWithin(choices)}
          selected={choices.filter(({ id }) => id === caseId)}
          onSelect={([one]) => go({ caseId: one?.id, page: undefined, open: undefined })}
          isMultiple={false}
          placeholder={t('records.allCases')}
        />
      }
      search={search}
      onSearch={go}
    />
  )
}
