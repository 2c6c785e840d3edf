import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useI18n } from '../../i18n/index.tsx'
import type { Column } from '../../ui/column.ts'
import { PeopleIcon } from '../../ui/icons.tsx'
import { ListFooter } from '../../ui/list-footer.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { Pane } from '../../ui/pane.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { AdminLinks } from '../area/admin-page.tsx'
import { UserCard } from './user-card.tsx'
import { UserDialog } from './user-dialog.tsx'
import { statusOf, statusTones, type User, usersQuery } from './user-queries.ts'

const route = getRouteApi('/shell/admin/users')

/** The users of the installation; the pane shows one with groups, positions and actions. */
export function UsersPage() {
  const { t } = useI18n()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { page = 1, size = 50, q = '', open } = search
  const [isCreating, setCreating] = useState(false)
  const query = useQuery({ ...usersQuery(page, size, q), placeholderData: keepPreviousData })
  const columns = useColumns()
  const go = (change: Partial<typeof search>) => navigate({ search: (now) => ({ ...now, ...change }) })
  const create = <Button onClick={() => setCreating(true)}>{t('admin.newUser')}</Button>
  return (
    <ListPage
      title={t('admin.users')}
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
        <EmptyState icon={<PeopleIcon size={28} />} title={t('admin.noUsers')} text={t('admin.noUsersText')}>
          {create}
        </EmptyState>
      }
      footer={<ListFooter page={page} size={size} total={query.data?.total} onGo={go} />}
      pane={
        open && (
          <Pane
            title={query.data?.rows.find(({ __id }) => __id === open)?.__name ?? t('admin.user')}
            onClose={() => go({ open: undefined })}
          >
            <UserCard key={open} id={open} />
          </Pane>
        )
      }
    >
      {isCreating && <UserDialog onClose={() => setCreating(false)} onCreated={(id) => go({ open: id })} />}
    </ListPage>
  )
}

function useColumns(): readonly Column<User>[] {
  const { t } = useI18n()
  return useMemo(
    () => [
      { key: 'name', title: t('admin.fullname'), isMain: true, render: ({ __name, login }) => __name || login },
      { key: 'login', title: t('admin.login'), render: ({ login }) => login },
      { key: 'position', title: t('admin.position'), render: (user) => user.displayedPosition },
      { key: 'email', title: t('admin.email'), render: ({ email }) => email },
      {
        key: 'status',
        title: t('admin.status'),
        render: (user) => (
          <StatusChip tone={statusTones[statusOf(user)]}>{t(`admin.status_${statusOf(user)}`)}</StatusChip>
        ),
      },
    ],
    [t],
  )
}
