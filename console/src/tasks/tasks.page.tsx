import { Button } from '@mantine/core'
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useUserNames } from '../api/names.ts'
import { useStore } from '../api/store.ts'
import { workspaceQuery } from '../api/workspace.ts'
import { useFormats } from '../i18n/format.ts'
import { useI18n } from '../i18n/index.tsx'
import type { Column } from '../ui/column.ts'
import { DataTable } from '../ui/data-table.tsx'
import { TasksIcon } from '../ui/icons.tsx'
import { ListFooter } from '../ui/list-footer.tsx'
import { Page } from '../ui/page.tsx'
import { Pane } from '../ui/pane.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { Segments } from '../ui/segments.tsx'
import { EmptyState, ErrorState, NothingFound } from '../ui/states.tsx'
import { Counter } from '../ui/status-chip.tsx'
import { CompleteMany } from './complete-many.tsx'
import { decisions } from './decisions.ts'
import { DueDate } from './due-date.tsx'
import { TaskCard } from './task-card.tsx'
import { decisionOf } from './task-fields.ts'
import { countsQuery, type ListedTask, listQuery, type Tab, tabs } from './task-queries.ts'

const route = getRouteApi('/shell/tasks')

/** The work of the user: tasks of processes and sheets in one list. */
export function TasksPage() {
  const { t } = useI18n()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { tab = 'mine', page = 1, size = 50, q = '', open } = search
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const counts = useQuery(countsQuery).data
  const query = useQuery({ ...listQuery(tab, page, size, q), placeholderData: keepPreviousData })
  const columns = useColumns(tab, query.data?.rows)
  const go = (change: Partial<typeof search>) => navigate({ search: (now) => ({ ...now, ...change }) })
  const { data, error, isFetching } = query
  const waiting = useStore(decisions)
  const rows = data?.rows.filter(({ __id }) => !waiting.get(__id)?.isWaiting)
  const close = () => go({ open: undefined })
  const canSelect = tab === 'mine' || tab === 'queue' || tab === 'overdue'
  const segments = tabs.map((key) => ({
    key,
    label: (
      <>
        {t(`tasks.${key}`)} {counts && counts[key] > 0 && key !== 'done' && <Counter isQuiet>{counts[key]}</Counter>}
      </>
    ),
  }))
  return (
    <Page
      title={t('app.tasks')}
      isFlush
      isBusy={isFetching}
      actions={<SearchBox value={q} onChange={(text) => go({ q: text || undefined, page: undefined })} />}
      toolbar={
        <>
          <Segments
            label={t('tasks.tabs')}
            segments={segments}
            selected={tab}
            onSelect={(key) => {
              setSelected(new Set())
              go({ tab: tabs.find((each) => each === key), page: undefined, open: undefined })
            }}
          />
          {selected.size > 0 && <CompleteMany ids={[...selected]} onDone={() => setSelected(new Set())} />}
        </>
      }
      footer={<ListFooter page={page} size={size} total={data?.total} onGo={go} />}
      pane={
        open && (
          <Pane
            title={data?.rows.find(({ __id }) => __id === open)?.subject ?? t('tasks.task')}
            actions={
              <Link to="/tasks/$id" params={{ id: open }}>
                {t('ui.openInFull')}
              </Link>
            }
            onClose={close}
          >
            <TaskCard key={open} id={open} onCompleted={close} />
          </Pane>
        )
      }
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={() => query.refetch()} />
      ) : (
        <DataTable
          label={t('app.tasks')}
          columns={columns}
          rows={rows}
          rowKey={({ __id }) => __id}
          openKey={open}
          onOpen={({ __id }) => go({ open: __id })}
          selection={canSelect ? { keys: selected, onChange: setSelected } : undefined}
          empty={
            q ? (
              <NothingFound onClear={() => go({ q: undefined })} />
            ) : (
              <EmptyState
                icon={<TasksIcon size={28} />}
                title={t(`tasks.${tab}Empty`)}
                text={t(`tasks.${tab}EmptyText`)}
              >
                {tab === 'mine' && counts && counts.queue > 0 && (
                  <Button onClick={() => go({ tab: 'queue' })}>{t('tasks.showQueue', { count: counts.queue })}</Button>
                )}
              </EmptyState>
            )
          }
        />
      )}
    </Page>
  )
}

function useColumns(tab: Tab, rows: readonly ListedTask[] = []): readonly Column<ListedTask>[] {
  const { t } = useI18n()
  const { user } = useSuspenseQuery(workspaceQuery).data
  const isDone = tab === 'done'
  // Tasks of a principal are among the substitute's own; without the name, two rows can look alike.
  const isMine = tab === 'mine' || tab === 'overdue'
  const names = useUserNames(rows.flatMap(({ assignee }) => assignee ?? []))
  const { shortDateTime } = useFormats()
  return useMemo(
    () => [
      {
        key: 'subject',
        title: t('tasks.subject'),
        isMain: true,
        render: ({ subject, assignee }) =>
          isMine && assignee !== null && assignee !== user.id
            ? `${subject} · ${t('tasks.onBehalfOf', { name: names.get(assignee) ?? '…' })}`
            : subject,
      },
      {
        key: 'from',
        title: t('tasks.from'),
        render: ({ instance, sheet }) => instance?.name ?? (sheet ? t('tasks.sheet') : ''),
      },
      ...(isDone
        ? [
            {
              key: 'decision',
              title: t('tasks.decision'),
              render: (task: ListedTask) => decisionOf(task, t),
            },
          ]
        : []),
      isDone
        ? { key: 'ended', title: t('tasks.ended'), render: ({ endedAt }) => endedAt && shortDateTime(endedAt) }
        : { key: 'due', title: t('tasks.due'), render: ({ dueAt }) => <DueDate at={dueAt} /> },
      { key: 'created', title: t('tasks.created'), render: ({ createdAt }) => shortDateTime(createdAt) },
    ],
    [t, shortDateTime, isDone, isMine, names, user.id],
  )
}
