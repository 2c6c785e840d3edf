import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useI18n } from '../i18n/index.tsx'
import { PeopleIcon } from '../ui/icons.tsx'
import { ListPage } from '../ui/list-page.tsx'
import { Pager } from '../ui/pager.tsx'
import { Pane } from '../ui/pane.tsx'
import { Segments } from '../ui/segments.tsx'
import { EmptyState } from '../ui/states.tsx'
import { NewSubstitution } from './new-substitution.tsx'
import { type SubstitutionSearch, states } from './search.ts'
import { isPart, type Substitution, substitutionsQuery } from './substitution-queries.ts'
import { useColumns } from './use-columns.tsx'

const pageSize = 50

/** The page with all substitutions, or with those of the user `of`. */
export function SubstitutionList(props: {
  title: string
  /** Links to the other pages of the area. */
  navigation?: ReactNode
  of?: string
  search: SubstitutionSearch
  go: (change: SubstitutionSearch) => void
}) {
  const { title, navigation, of, search, go } = props
  const { state = 'active', page = 1, new: isCreating } = search
  const { t } = useI18n()
  const query = useQuery(substitutionsQuery)
  const all = query.data?.filter((each) => of === undefined || isPart(each, of))
  const rows = all?.filter((each) => each.state === state)
  const shown = rows?.slice((page - 1) * pageSize, page * pageSize)
  const columns = useColumns(shown ?? noRows)
  const action = t(of === undefined ? 'substitutions.new' : 'substitutions.newOwn')
  const create = <Button onClick={() => go({ new: true })}>{action}</Button>
  const nothing = all?.length === 0 || state === 'active'
  return (
    <ListPage
      title={title}
      navigation={navigation}
      actions={create}
      toolbar={
        <Segments
          label={t('substitutions.state')}
          segments={states.map((key) => {
            const count = all?.filter((each) => each.state === key).length
            return { key, label: `${t(`substitutions.state_${key}`)}${count ? ` ${count}` : ''}` }
          })}
          selected={state}
          onSelect={(key) => go({ state: states.find((each) => each === key), page: undefined })}
        />
      }
      pane={
        isCreating && (
          <Pane title={action} onClose={() => go({ new: undefined })}>
            <NewSubstitution isForOthers={of === undefined} onDone={() => go({ new: undefined })} />
          </Pane>
        )
      }
      footer={
        rows &&
        rows.length > pageSize && (
          <Pager page={page} size={pageSize} total={rows.length} onPage={(next) => go({ page: next })} />
        )
      }
      query={query}
      columns={columns}
      rows={shown}
      rowKey={({ id }) => id}
      nothing={
        nothing ? (
          <EmptyState
            icon={<PeopleIcon size={28} />}
            title={t(of === undefined ? 'substitutions.none' : 'substitutions.noneOwn')}
            text={t(of === undefined ? 'substitutions.noneText' : 'substitutions.noneOwnText')}
          >
            {create}
          </EmptyState>
        ) : (
          <EmptyState title={t(`substitutions.none_${state}`)} />
        )
      }
    />
  )
}

const noRows: readonly Substitution[] = []
