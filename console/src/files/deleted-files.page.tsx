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
import { DataTable } from '../ui/data-table.tsx'
import { TrashIcon } from '../ui/icons.tsx'
import { Page } from '../ui/page.tsx'
import { Pager } from '../ui/pager.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
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
  const { data, error, isFetching } = query
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
    <Page
      title={t('files.bin')}
      above={<Link to="/files">{t('app.files')}</Link>}
      isFlush
      isBusy={isFetching}
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
        <>
          <span>{t('ui.tableHint')}</span>
          <Pager
            page={page}
            size={size}
            total={data?.total ?? 0}
            onPage={(next) => navigate({ search: { ...search, page: next } })}
            onSize={(next) => navigate({ search: { size: next } })}
          />
        </>
      }
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={() => query.refetch()} />
      ) : (
        <DataTable
          label={t('files.bin')}
          columns={columns}
          rows={data?.rows}
          rowKey={({ __id }) => __id}
          selection={{ keys: selected, onChange: setSelected }}
          empty={
            <EmptyState icon={<TrashIcon size={28} />} title={t('files.binEmpty')} text={t('files.binEmptyText')} />
          }
        />
      )}
    </Page>
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
