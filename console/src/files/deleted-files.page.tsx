import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { call } from '../api/call.ts'
import { staleAfter } from '../api/query-keys.ts'
import { useFormats } from '../i18n/format.ts'
import { useI18n } from '../i18n/index.tsx'
import type { Column } from '../ui/column.ts'
import { confirm } from '../ui/confirm.ts'
import { TrashIcon } from '../ui/icons.tsx'
import { ListFooter } from '../ui/list-footer.tsx'
import { ListPage } from '../ui/list-page.tsx'
import { EmptyState } from '../ui/states.tsx'
import { useAction } from '../ui/use-action.ts'
import { deletedQuery, type StoredFile } from './file-queries.ts'

const route = getRouteApi('/shell/files/deleted')

/** The recycle bin: deleted files, which are restored or removed permanently. */
export function DeletedFilesPage() {
  const { t } = useI18n()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { page = 1, size = 50 } = search
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const query = useQuery({ ...deletedQuery(page, size), placeholderData: keepPreviousData })
  const columns = useColumns()
  const fileIds = [...selected]
  const onDone = () => setSelected(new Set())
  const restore = useAction({
    run: () => call('deleteFiles', { body: { fileIds, deleted: false } }),
    invalidates: staleAfter.file(),
    done: t('files.restored', { count: fileIds.length }),
    onDone,
  })
  const purge = useAction({
    run: () => call('purgeFiles', { body: { fileIds } }),
    invalidates: staleAfter.file(),
    onDone,
  })
  const askToPurge = async () => {
    const title = t('files.purgeTitle', { count: fileIds.length })
    if (await confirm({ title, text: t('files.purgeText'), action: t('files.purge'), isDanger: true })) purge.mutate()
  }
  return (
    <ListPage
      title={t('files.bin')}
      above={<Link to="/files">{t('app.files')}</Link>}
      toolbar={
        selected.size > 0 && (
          <>
            <span>{t('ui.selected', { count: selected.size })}</span>
            <Button data-danger variant="default" loading={purge.isPending} onClick={askToPurge}>
              {t('files.purge')}
            </Button>
            <Button loading={restore.isPending} onClick={() => restore.mutate()}>
              {t('files.restore')}
            </Button>
          </>
        )
      }
      footer={
        <ListFooter
          page={page}
          size={size}
          total={query.data?.total}
          onGo={(place) => navigate({ search: { ...search, ...place } })}
        />
      }
      query={query}
      columns={columns}
      rows={query.data?.rows}
      rowKey={({ __id }) => __id}
      selection={{ keys: selected, onChange: setSelected }}
      nothing={<EmptyState icon={<TrashIcon size={28} />} title={t('files.binEmpty')} text={t('files.binEmptyText')} />}
    />
  )
}

function useColumns(): readonly Column<StoredFile>[] {
  const { t } = useI18n()
  const { bytes, shortDateTime } = useFormats()
  return useMemo(
    () => [
      { key: 'name', title: t('files.name'), isMain: true, render: ({ name }) => name },
      { key: 'size', title: t('files.size'), align: 'end', render: ({ size }) => bytes(size) },
      {
        key: 'deleted',
        title: t('files.deletedAt'),
        render: ({ __deletedAt }) => __deletedAt && shortDateTime(__deletedAt),
      },
    ],
    [t, bytes, shortDateTime],
  )
}
