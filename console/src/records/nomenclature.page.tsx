import { Button } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { workspaceQuery } from '../api/workspace.ts'
import { useI18n } from '../i18n/index.tsx'
import { RecordsIcon } from '../ui/icons.tsx'
import { ListPage } from '../ui/list-page.tsx'
import { Pane } from '../ui/pane.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { Segments } from '../ui/segments.tsx'
import { EmptyState } from '../ui/states.tsx'
import { CaseCard } from './case-card.tsx'
import { NewCase } from './new-case.tsx'
import { NewDirectory } from './new-directory.tsx'
import { NextYear } from './next-year.tsx'
import { treeRows, yearsOf } from './nomenclature-tree.ts'
import { OfficeAccess } from './office-access.tsx'
import { type Case, caseTitle, type Directory, nomenclatureQuery } from './record-queries.ts'
import { useTreeColumns } from './tree-columns.tsx'

const route = getRouteApi('/shell/records/nomenclature')

/** The nomenclature: offices, sections and their cases of a year. */
export function NomenclaturePage() {
  const { t } = useI18n()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { q = '', open } = search
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [dialog, setDialog] = useState<'directory' | 'year'>()
  const query = useQuery(nomenclatureQuery)
  const { data } = query
  const years = yearsOf(data?.cases ?? [])
  const year = search.year ?? years.find((each) => each <= new Date().getFullYear()) ?? years[0]
  const rows = useMemo(
    () => data && treeRows({ ...data, cases: data.cases.filter((each) => each.year === year) }, { closed, text: q }),
    [data, year, closed, q],
  )
  const go = (change: Partial<typeof search>) => navigate({ search: (now) => ({ ...now, ...change }) })
  const toggle = (id: string) =>
    setClosed((now) => new Set(now.has(id) ? [...now].filter((each) => each !== id) : [...now, id]))
  const columns = useTreeColumns(closed, setClosed)
  const offices = data?.directories.filter(({ type }) => type === 'place') ?? []
  const { isAdministrator } = useSuspenseQuery(workspaceQuery).data
  const grantable = offices.filter(({ rights }) => rights.includes('administer'))
  const mayChange = isAdministrator || grantable.length > 0
  const newDirectory = t(offices.length === 0 ? 'records.newOffice' : 'records.newDirectory')
  return (
    <ListPage
      title={t('app.nomenclature')}
      actions={
        <>
          {mayChange && (
            <Button variant="default" onClick={() => setDialog('directory')}>
              {newDirectory}
            </Button>
          )}
          {grantable.length > 0 && <OfficeActions first={grantable[0]?.id} onYear={() => setDialog('year')} go={go} />}
        </>
      }
      toolbar={
        years.length > 0 && (
          <>
            <SearchBox value={q} onChange={(text) => go({ q: text || undefined })} />
            <Segments
              label={t('records.year')}
              segments={years.map((each) => ({ key: String(each), label: String(each) }))}
              selected={String(year)}
              onSelect={(key) => go({ year: Number(key), open: undefined })}
            />
          </>
        )
      }
      pane={
        data && (
          <NomenclaturePane
            {...{ search, year, grantable, go }}
            directories={data.directories}
            shown={data.cases.find(({ id }) => id === open)}
          />
        )
      }
      query={query}
      columns={columns}
      rows={rows}
      rowKey={(row) => (row.kind === 'case' ? row.case.id : row.directory.id)}
      openKey={open}
      onOpen={(row) => (row.kind === 'case' ? go({ open: row.case.id, add: undefined }) : toggle(row.directory.id))}
      isFiltered={q !== ''}
      onClear={() => go({ q: undefined })}
      nothing={
        <EmptyState
          icon={<RecordsIcon size={28} />}
          title={t('records.noNomenclature')}
          text={t('records.noNomenclatureText')}
        >
          {mayChange && <Button onClick={() => setDialog('directory')}>{newDirectory}</Button>}
        </EmptyState>
      }
    >
      {dialog === 'directory' && (
        <NewDirectory directories={data?.directories ?? []} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'year' && (
        <NextYear offices={offices} year={new Date().getFullYear()} onClose={() => setDialog(undefined)} />
      )}
    </ListPage>
  )
}

type Search = ReturnType<typeof route.useSearch>
type Go = (change: Partial<Search>) => void

/** The actions of those who administer an office. */
function OfficeActions({ first, onYear, go }: { first: string | undefined; onYear: () => void; go: Go }) {
  const { t } = useI18n()
  return (
    <>
      <Button variant="default" onClick={() => go({ access: first, open: undefined, add: undefined })}>
        {t('grants.title')}
      </Button>
      <Button variant="default" onClick={onYear}>
        {t('records.nextYear')}
      </Button>
      <Button onClick={() => go({ add: 'case', open: undefined, access: undefined })}>{t('records.newCase')}</Button>
    </>
  )
}

/** The pane with the form of a new case, the rights of offices, or the open case. */
function NomenclaturePane(props: {
  search: Search
  year: number | undefined
  directories: readonly Directory[]
  grantable: readonly Directory[]
  shown: Case | undefined
  go: Go
}) {
  const { search, year, directories, grantable, shown, go } = props
  const { t } = useI18n()
  if (search.add === 'case')
    return (
      <Pane title={t('records.newCase')} onClose={() => go({ add: undefined })}>
        <NewCase
          directories={directories}
          year={year}
          onClose={() => go({ add: undefined })}
          onCreated={(made) => go({ add: undefined, open: made.id, year: made.year })}
        />
      </Pane>
    )
  if (search.access)
    return (
      <Pane title={t('grants.ofOffices')} onClose={() => go({ access: undefined })}>
        <OfficeAccess offices={grantable} id={search.access} onSelect={(id) => go({ access: id })} />
      </Pane>
    )
  if (!shown) return null
  return (
    <Pane
      title={caseTitle(shown)}
      actions={
        <Link to="/records/cases/$id" params={{ id: shown.id }}>
          {t('records.openDocuments')}
        </Link>
      }
      onClose={() => go({ open: undefined })}
    >
      <CaseCard key={shown.id} shown={shown} />
    </Pane>
  )
}
