import { Button } from '@mantine/core'
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useMemo } from 'react'
import { addressOf } from '../../api/call.ts'
import { workspaceQuery } from '../../api/workspace.ts'
import { useFormats } from '../../i18n/format.ts'
import { useI18n, useSeparateTexts } from '../../i18n/index.tsx'
import type { Column } from '../../ui/column.ts'
import { DownloadIcon, RecordsIcon } from '../../ui/icons.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { Pane } from '../../ui/pane.tsx'
import { EmptyState, Loading } from '../../ui/states.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { AdminLinks } from '../area/admin-page.tsx'
import { AuditEntryCard } from './audit-entry-card.tsx'
import { AuditFilterBar } from './audit-filter-bar.tsx'
import { type AuditEntry, auditQuery, requestFilters } from './audit-queries.ts'
import { AuditVerification } from './audit-verification.tsx'
import { importCounts, objectTitle, operationTitle } from './audit-words.ts'

const route = getRouteApi('/shell/admin/audit')

/** The audit log. The pane shows the difference of an entry, or the verification of the log. */
export function AuditPage() {
  const { t } = useI18n()
  const navigate = route.useNavigate()
  const search = route.useSearch()
  const { cursor, open, verify, ...filters } = search
  const query = useQuery({ ...auditQuery(filters, cursor), placeholderData: keepPreviousData })
  const objectName = useObjectName()
  const columns = useColumns(objectName)
  const go = (change: Partial<typeof search>) => navigate({ search: (now) => ({ ...now, ...change }) })
  const opened = query.data?.entries.find(({ id }) => id === open)
  const next = query.data?.next
  return (
    <ListPage
      title={t('admin.audit')}
      navigation={<AdminLinks />}
      actions={
        <>
          <Button
            component="a"
            variant="default"
            leftSection={<DownloadIcon />}
            href={addressOf('/api/v1/audit/export', {}, requestFilters(filters))}
            download
          >
            {t('admin.exportCsv')}
          </Button>
          <Button onClick={() => go({ verify: true, open: undefined })}>{t('admin.verify')}</Button>
        </>
      }
      toolbar={
        <AuditFilterBar
          filters={filters}
          onChange={(change) => go({ ...change, cursor: undefined, open: undefined, verify: undefined })}
        />
      }
      footer={
        <>
          <span>{t('ui.tableHint')}</span>
          {cursor && (
            <Button size="compact-sm" variant="default" onClick={() => go({ cursor: undefined })}>
              {t('admin.newest')}
            </Button>
          )}
          {next && (
            <Button size="compact-sm" variant="default" onClick={() => go({ cursor: next, open: undefined })}>
              {t('admin.older')}
            </Button>
          )}
        </>
      }
      pane={
        verify ? (
          <Pane title={t('admin.verification')} onClose={() => go({ verify: undefined })}>
            <AuditVerification from={filters.from} />
          </Pane>
        ) : (
          opened && (
            <Pane
              title={
                <Suspense fallback={<Loading />}>
                  <OperationTitle operation={opened.operation} />
                </Suspense>
              }
              onClose={() => go({ open: undefined })}
            >
              <AuditEntryCard
                entry={opened}
                title={objectName(opened)}
                onObject={(object) => go({ object, cursor: undefined })}
                onImported={(requestId) => navigate({ search: { requestId } })}
              />
            </Pane>
          )
        )
      }
      query={query}
      rows={query.data?.entries}
      columns={columns}
      rowKey={({ id }) => id}
      openKey={open}
      onOpen={({ id }) => go({ open: id, verify: undefined })}
      isFiltered={Object.keys(filters).length > 0}
      onClear={() => navigate({ search: {} })}
      nothing={<EmptyState icon={<RecordsIcon size={28} />} title={t('admin.noAudit')} text={t('admin.noAuditText')} />}
    />
  )
}

function useColumns(objectName: (entry: AuditEntry) => string): readonly Column<AuditEntry>[] {
  const { t } = useI18n()
  const { shortDateTime } = useFormats()
  return useMemo(
    () => [
      { key: 'at', title: t('admin.at'), render: ({ at }) => shortDateTime(at) },
      { key: 'who', title: t('admin.who'), render: ({ who }) => who?.name || who?.login || '—' },
      {
        key: 'operation',
        title: t('admin.operation'),
        isMain: true,
        render: ({ operation }) => <OperationTitle operation={operation} />,
      },
      {
        key: 'outcome',
        title: t('admin.outcome'),
        render: ({ outcome }) => (
          <StatusChip tone={outcome === 'done' ? 'good' : 'danger'}>{t(`admin.outcome_${outcome}`)}</StatusChip>
        ),
      },
      {
        key: 'object',
        title: t('admin.object'),
        render: (entry) => {
          const counts = importCounts(entry)
          return counts ? `${objectName(entry)}: ${t('admin.auditCounts', counts)}` : objectName(entry)
        },
      },
    ],
    [t, shortDateTime, objectName],
  )
}

/** What an operation does, in the user's language. Waits until the titles of the operations are loaded. */
function OperationTitle({ operation }: Pick<AuditEntry, 'operation'>) {
  const { t } = useI18n()
  return operationTitle(operation, useSeparateTexts('operations'), t)
}

/** Returns a function that says in the user's language which object an entry is about. */
function useObjectName() {
  const { t } = useI18n()
  const { namespaces } = useSuspenseQuery(workspaceQuery).data
  return useMemo(() => {
    const names = new Map(
      namespaces.flatMap(({ code, applications }) => applications.map((each) => [`${code}.${each.code}`, each.name])),
    )
    return (entry: AuditEntry) => objectTitle(entry, t, (path) => names.get(path))
  }, [namespaces, t])
}
