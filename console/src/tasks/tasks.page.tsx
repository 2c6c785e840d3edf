import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useUserNames } from '../api/names.ts'
import { useStore } from '../api/store.ts'
import { useFormats } from '../i18n/format.ts'
import { type Translate, useI18n } from '../i18n/index.tsx'
import type { Column } from '../ui/column.ts'
import { TasksIcon } from '../ui/icons.tsx'
import { ListFooter } from '../ui/list-footer.tsx'
import { ListPage } from '../ui/list-page.tsx'
import { EmptyPane, Pane } from '../ui/pane.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { Segments } from '../ui/segments.tsx'
import { EmptyState } from '../ui/states.tsx'
import { Counter } from '../ui/status-chip.tsx'
import { CompleteMany } from './complete-many.tsx'
import { decisions } from './decisions.ts'
import { DueDate } from './due-date.tsx'
import { type DueGroup, dueGroupOf } from './due-groups.ts'
import { TaskCard } from './task-card.tsx'
import { decisionOf } from './task-fields.ts'
import { countsQuery, type ListedTask, listQuery, type Tab, tabs } from './task-queries.ts'
import { TaskTitle } from './task-title.tsx'

/** The width from which the first task is open beside the list. */
const wide = '(min-width: 75em)'

const route = getRouteApi('/shell/tasks')

/** The work of the user: tasks of processes and sheets in one list. */
export function TasksPage() {
  const { t } = useI18n()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { tab = 'mine', page = 1, size = 50, q = '' } = search
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const counts = useQuery(countsQuery).data
  const query = useQuery({ ...listQuery(tab, page, size, q), placeholderData: keepPreviousData })
  const columns = useColumns(tab, query.data?.rows)
  const go = (change: Partial<typeof search>) => navigate({ search: (now) => ({ ...now, ...change }) })
  const { data } = query
  const waiting = useStore(decisions)
  const rows = data?.rows.filter(({ __id }) => !waiting.get(__id)?.isWaiting)
  const { open, isFirst, close } = useOpenTask(search.open, rows, (id) => go({ open: id }))
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
    <ListPage
      title={t('app.tasks')}
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
        open ? (
          <Pane
            isQuiet={isFirst}
            // What the user begins to fill in stays open, whichever task becomes the first.
            onFocus={isFirst ? () => navigate({ search: (now) => ({ ...now, open }), replace: true }) : undefined}
            title={data?.rows.find(({ __id }) => __id === open)?.subject ?? t('tasks.task')}
            actions={
              <Link to="/tasks/$id" params={{ id: open }}>
                {t('ui.openInFull')}
              </Link>
            }
            onClose={() => close(true)}
          >
            <TaskCard key={open} id={open} onCompleted={() => close(false)} />
          </Pane>
        ) : (
          // An empty list takes the whole width.
          isFirst && rows?.length !== 0 && <EmptyPane />
        )
      }
      query={query}
      columns={columns}
      rows={rows}
      rowKey={({ __id }) => __id}
      openKey={open}
      onOpen={({ __id }) => go({ open: __id })}
      isTall
      groups={tab === 'done' || tab === 'overdue' ? undefined : dueGroups(t, (data?.total ?? 0) <= size)}
      selection={canSelect ? { keys: selected, onChange: setSelected } : undefined}
      isFiltered={q !== ''}
      onClear={() => go({ q: undefined })}
      nothing={
        <EmptyState icon={<TasksIcon size={28} />} title={t(`tasks.${tab}Empty`)} text={t(`tasks.${tab}EmptyText`)}>
          {tab === 'mine' && counts && counts.queue > 0 && (
            <Button onClick={() => go({ tab: 'queue' })}>{t('tasks.showQueue', { count: counts.queue })}</Button>
          )}
        </EmptyState>
      }
    />
  )
}

/**
 * Returns the groups of the list by due date. `isWhole` says whether the page has all tasks, so that their counts
 * hold.
 */
const dueGroups = (t: Translate, isWhole: boolean) => ({
  keyOf: (task: ListedTask) => dueGroupOf(task),
  head: (group: string, count: number) => (
    <>
      {t(`tasks.${group as DueGroup}`)} {isWhole && <span>{count}</span>}
    </>
  ),
})

/**
 * Returns the task that is open beside the list: that of the address, or on a wide screen the first of the list. The
 * first one stays open until it leaves the list, also when another task comes before it.
 */
function useOpenTask(
  chosen: string | undefined,
  rows: readonly ListedTask[] | undefined,
  choose: (id: string | undefined) => void,
) {
  const isWide = useMediaQuery(wide, undefined, { getInitialValueInEffect: false })
  const [isClosed, setClosed] = useState(false)
  const [first, setFirst] = useState<string>()
  const next = rows?.some(({ __id }) => __id === first) ? first : rows?.[0]?.__id
  if (next !== first) setFirst(next)
  const isFirst = chosen === undefined && isWide && !isClosed
  return {
    open: chosen ?? (isFirst ? next : undefined),
    isFirst,
    /** Closes the task; with `isForGood`, no other one is opened in its place. */
    close: (isForGood: boolean) => {
      setClosed(isForGood)
      choose(undefined)
    },
  }
}

function useColumns(tab: Tab, rows: readonly ListedTask[] = []): readonly Column<ListedTask>[] {
  const { t } = useI18n()
  const isDone = tab === 'done'
  const names = useUserNames(rows.flatMap(({ assignee }) => assignee ?? []))
  return useMemo(
    () => [
      {
        key: 'subject',
        title: t('tasks.subject'),
        isMain: true,
        render: (task) => <TaskTitle task={task} tab={tab} names={names} />,
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
        ? { key: 'ended', title: t('tasks.ended'), render: ({ endedAt }) => endedAt && <Day at={endedAt} /> }
        : { key: 'due', title: t('tasks.due'), render: ({ dueAt }) => <DueDate at={dueAt} /> },
      { key: 'created', title: t('tasks.created'), render: ({ createdAt }) => <Day at={createdAt} /> },
    ],
    [t, isDone, tab, names],
  )
}

/** The day of a moment, such as "Nov 24"; the title has the time. */
function Day({ at }: { at: string }) {
  const { shortDate, dateTime } = useFormats()
  return (
    <time dateTime={at} title={dateTime(at)}>
      {shortDate(at)}
    </time>
  )
}
