import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useFormats } from '../../i18n/format.ts'
import { useI18n } from '../../i18n/index.tsx'
import type { Column } from '../../ui/column.ts'
import { PeopleIcon } from '../../ui/icons.tsx'
import { ListFooter } from '../../ui/list-footer.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { Pane } from '../../ui/pane.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { AdminLinks } from '../area/admin-page.tsx'
import { GroupCard } from './group-card.tsx'
import { GroupDialog } from './group-dialog.tsx'
import { type Group, groupListQuery } from './group-queries.ts'

const route = getRouteApi('/shell/admin/groups')

/** The groups and roles; the pane shows the selected group with its members. */
export function GroupsPage() {
  const { t } = useI18n()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { page = 1, size = 50, q = '', open } = search
  const [isCreating, setCreating] = useState(false)
  const query = useQuery({ ...groupListQuery(page, size, q), placeholderData: keepPreviousData })
  const columns = useColumns()
  const go = (change: Partial<typeof search>) => navigate({ search: (now) => ({ ...now, ...change }) })
  const close = () => go({ open: undefined })
  const create = <Button onClick={() => setCreating(true)}>{t('admin.newGroup')}</Button>
  return (
    <ListPage
      title={t('admin.groups')}
      navigation={<AdminLinks />}
      beside={query.data?.total}
      actions={
        <>
          <SearchBox value={q} onChange={(text) => go({ q: text || undefined, page: undefined })} />
          {create}
        </>
      }
      query={query}
      rows={query.data?.rows}
      columns={columns}
      rowKey={({ __id }) => __id}
      openKey={open}
      onOpen={({ __id }) => go({ open: __id })}
      isFiltered={q !== ''}
      onClear={() => go({ q: undefined })}
      nothing={
        <EmptyState icon={<PeopleIcon size={28} />} title={t('admin.noGroups')} text={t('admin.noGroupsText')}>
          {create}
        </EmptyState>
      }
      footer={<ListFooter page={page} size={size} total={query.data?.total} onGo={go} />}
      pane={
        open && (
          <Pane title={query.data?.rows.find(({ __id }) => __id === open)?.name ?? t('admin.group')} onClose={close}>
            <GroupCard key={open} id={open} onDeleted={close} />
          </Pane>
        )
      }
    >
      {isCreating && <GroupDialog onClose={() => setCreating(false)} onSaved={(id) => go({ open: id })} />}
    </ListPage>
  )
}

function useColumns(): readonly Column<Group>[] {
  const { t } = useI18n()
  const { number } = useFormats()
  return useMemo(
    () => [
      { key: 'name', title: t('admin.name'), isMain: true, render: ({ name }) => name },
      {
        key: 'kind',
        title: t('admin.kind'),
        render: ({ isRole, system }) => t(system ? 'admin.builtIn' : isRole ? 'admin.role' : 'admin.group'),
      },
      { key: 'namespace', title: t('admin.namespace'), render: ({ namespace }) => namespace },
      { key: 'users', title: t('admin.userCount'), align: 'end', render: ({ usersCount }) => number(usersCount) },
    ],
    [t, number],
  )
}
