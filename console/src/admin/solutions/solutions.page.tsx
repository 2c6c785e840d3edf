import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { randomId } from '../../api/upload-file.ts'
import { solutionsQuery } from '../../designer/design-queries.ts'
import { useFormats } from '../../i18n/format.ts'
import { useI18n } from '../../i18n/index.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import type { Column } from '../../ui/column.ts'
import { ApplicationIcon } from '../../ui/icons.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { Pane } from '../../ui/pane.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { AdminLinks } from '../area/admin-page.tsx'
import { ChooseSolution } from './choose-solution.tsx'
import { type Solution, SolutionCard } from './solution-card.tsx'
import { type ChosenZip, SolutionPlan } from './solution-plan.tsx'

const route = getRouteApi('/shell/admin/solutions')

/** The deployed solutions; the pane shows a solution with its drift, or the plan of an uploaded solution. */
export function SolutionsPage() {
  const { t } = useI18n()
  const { open } = route.useSearch()
  const navigate = route.useNavigate()
  const [chosen, setChosen] = useState<ChosenZip>()
  const query = useQuery(solutionsQuery)
  const columns = useColumns()
  const show = (code: string | undefined) => {
    setChosen(undefined)
    navigate({ search: { open: code } })
  }
  const opened = query.data?.find(({ code }) => code === open)
  const pane = chosen ? (
    <Pane title={t('admin.plan')} onClose={() => setChosen(undefined)}>
      <SolutionPlan key={chosen.id} chosen={chosen} onApplied={show} onCancel={() => setChosen(undefined)} />
    </Pane>
  ) : (
    opened && (
      <Pane title={opened.name} onClose={() => show(undefined)}>
        <SolutionCard key={opened.code} solution={opened} />
      </Pane>
    )
  )
  return (
    <ListPage
      title={t('admin.solutions')}
      navigation={<AdminLinks />}
      beside={query.data?.length}
      actions={
        <>
          <ButtonLink variant="default" to="/admin/new-application" search={{}}>
            {t('designers.newApplication')}
          </ButtonLink>
          <ChooseSolution onChosen={(zip) => setChosen({ id: randomId(), zip })} />
        </>
      }
      pane={pane}
      query={query}
      rows={query.data}
      columns={columns}
      rowKey={({ code }) => code}
      openKey={open}
      onOpen={({ code }) => show(code)}
      nothing={
        <EmptyState
          icon={<ApplicationIcon size={28} />}
          title={t('admin.noSolutions')}
          text={t('admin.noSolutionsText')}
        />
      }
    />
  )
}

function useColumns(): readonly Column<Solution>[] {
  const { t } = useI18n()
  const { shortDateTime, number } = useFormats()
  return useMemo(
    () => [
      { key: 'name', title: t('admin.name'), isMain: true, render: ({ name }) => name },
      { key: 'code', title: t('admin.code'), render: ({ code }) => code },
      { key: 'version', title: t('admin.version'), render: ({ version }) => version },
      { key: 'content', title: t('admin.parts'), align: 'end', render: ({ content }) => number(content.length) },
      { key: 'updated', title: t('admin.appliedAt'), render: (each) => shortDateTime(each.__updatedAt) },
    ],
    [t, shortDateTime, number],
  )
}
