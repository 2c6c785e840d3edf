import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { orgItemsQuery, useUserNames } from '../../api/names.ts'
import { useFormats } from '../../i18n/format.ts'
import { useI18n } from '../../i18n/index.tsx'
import type { Column } from '../../ui/column.ts'
import { PeopleIcon } from '../../ui/icons.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { Pane } from '../../ui/pane.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { AdminLinks } from '../area/admin-page.tsx'
import css from './org.module.css'
import { OrgItemCard } from './org-item-card.tsx'
import { OrgItemDialog } from './org-item-dialog.tsx'
import { type TreeRow, treeRows } from './org-tree.ts'

const route = getRouteApi('/shell/admin/org')

/** The organisation chart as a tree of departments and positions with their holders. */
export function OrgPage() {
  const { t } = useI18n()
  const { open } = route.useSearch()
  const navigate = route.useNavigate()
  const [isCreating, setCreating] = useState(false)
  const query = useQuery(orgItemsQuery)
  const rows = useMemo(() => query.data && treeRows(query.data), [query.data])
  const columns = useColumns(rows)
  const opened = query.data?.find(({ id }) => id === open)
  const show = (id: string | undefined) => navigate({ search: { open: id } })
  return (
    <ListPage
      title={t('admin.org')}
      navigation={<AdminLinks />}
      pane={
        opened && (
          <Pane title={opened.name} onClose={() => show(undefined)}>
            <OrgItemCard key={opened.id} item={opened} onCreated={show} onDeleted={() => show(undefined)} />
          </Pane>
        )
      }
      query={query}
      rows={rows}
      columns={columns}
      rowKey={({ item }) => item.id}
      openKey={open}
      onOpen={({ item }) => show(item.id)}
      nothing={
        <EmptyState icon={<PeopleIcon size={28} />} title={t('admin.noOrg')} text={t('admin.noOrgText')}>
          <Button onClick={() => setCreating(true)}>{t('admin.new_department')}</Button>
        </EmptyState>
      }
    >
      {isCreating && <OrgItemDialog kind="department" onClose={() => setCreating(false)} onSaved={show} />}
    </ListPage>
  )
}

function useColumns(rows: readonly TreeRow[] | undefined): readonly Column<TreeRow>[] {
  const { t } = useI18n()
  const { list } = useFormats()
  const names = useUserNames(rows?.flatMap(({ item }) => item.holders) ?? [])
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('admin.name'),
        isMain: true,
        render: ({ item, depth }) => (
          <span className={css.name} data-kind={item.kind} style={{ paddingLeft: `${depth * 22}px` }}>
            {item.name}
          </span>
        ),
      },
      { key: 'kind', title: t('admin.kind'), render: ({ item }) => t(`admin.kind_${item.kind}`) },
      {
        key: 'holders',
        title: t('admin.holders'),
        render: ({ item }) => list(item.holders.map((id) => names.get(id) ?? '…')),
      },
    ],
    [t, list, names],
  )
}
