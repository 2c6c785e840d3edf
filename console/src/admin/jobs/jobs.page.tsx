import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import { useTopic } from '../../api/live-updates.ts'
import { useUserNames } from '../../api/names.ts'
import { staleAfter } from '../../api/query-keys.ts'
import { useFormats } from '../../i18n/format.ts'
import { useI18n } from '../../i18n/index.tsx'
import { jobTones } from '../../jobs/job-queries.ts'
import type { Column } from '../../ui/column.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { HeartbeatIcon } from '../../ui/icons.tsx'
import { Segments } from '../../ui/segments.tsx'
import { EmptyState, QueryView } from '../../ui/states.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { useAction } from '../../ui/use-action.ts'
import { AdminPage } from '../area/admin-page.tsx'
import { Queues } from '../system/queues.tsx'
import system from '../system/system.module.css'
import css from './jobs.module.css'
import { isOpen, jobsQuery, type ListedJob, matches, queuesQuery, views } from './jobs-queries.ts'

const route = getRouteApi('/shell/admin/jobs')

/** Work in the background: what users have started, with its progress, and the queues of the server. */
export function JobsPage() {
  const { t } = useI18n()
  const { view = 'open' } = route.useSearch()
  const navigate = route.useNavigate()
  const jobs = useQuery(jobsQuery)
  const queues = useQuery(queuesQuery)
  const shown = jobs.data?.filter((job) => matches(job, view))
  const columns = useColumns(shown ?? noJobs)
  return (
    <AdminPage
      title={t('jobs.title')}
      isBusy={jobs.isPending || queues.isPending}
      toolbar={
        <Segments
          label={t('jobs.state')}
          segments={views.map((key) => {
            const count = jobs.data?.filter((job) => matches(job, key)).length
            return { key, label: `${t(`jobs.view_${key}`)}${count ? ` ${count}` : ''}` }
          })}
          selected={view}
          onSelect={(key) => navigate({ search: { view: views.find((each) => each === key) } })}
        />
      }
    >
      <div className={system.sections}>
        <section className={css.jobs}>
          <QueryView query={jobs}>
            {() => (
              <DataTable
                label={t('jobs.title')}
                columns={columns}
                rows={shown}
                rowKey={({ id }) => id}
                empty={
                  <EmptyState
                    icon={<HeartbeatIcon size={28} />}
                    title={t(`jobs.none_${view}`)}
                    text={t('jobs.noneText')}
                  />
                }
              />
            )}
          </QueryView>
          {shown?.filter(isOpen).map(({ id }) => (
            <LiveJob key={id} id={id} />
          ))}
        </section>
        <QueryView query={queues}>{(state) => <Queues state={state} />}</QueryView>
      </div>
    </AdminPage>
  )
}

const noJobs: readonly ListedJob[] = []

/** Reads the list again when a job makes progress. */
function LiveJob({ id }: { id: string }) {
  useTopic(`job:${id}`, [jobsQuery.queryKey])
  return null
}

function useColumns(rows: readonly ListedJob[]): readonly Column<ListedJob>[] {
  const { t } = useI18n()
  const { shortDateTime, number } = useFormats()
  const names = useUserNames(rows.flatMap(({ createdBy }) => createdBy ?? []))
  return useMemo(
    () => [
      {
        key: 'kind',
        title: t('jobs.job'),
        isMain: true,
        render: ({ id, kind }) => (
          <Link to="/jobs/$id" params={{ id }}>
            {t(`jobs.kind_${kind}`)}
          </Link>
        ),
      },
      { key: 'application', title: t('admin.application'), render: ({ application }) => application ?? '—' },
      {
        key: 'who',
        title: t('admin.who'),
        render: ({ createdBy }) => (createdBy ? (names.get(createdBy) ?? '…') : '—'),
      },
      { key: 'at', title: t('jobs.at'), render: ({ createdAt }) => shortDateTime(createdAt) },
      {
        key: 'progress',
        title: t('jobs.progress'),
        render: ({ processed, total, failed }) => (
          <span className={css.progress}>
            <progress max={Math.max(1, total)} value={processed} aria-label={t('jobs.progress')} />
            {number(processed)} / {number(total)}
            {failed > 0 && ` · ${t('jobs.failed')}: ${number(failed)}`}
          </span>
        ),
      },
      {
        key: 'state',
        title: t('admin.status'),
        render: ({ state, problem }) => (
          <span title={problem?.message}>
            <StatusChip tone={jobTones[state]}>{t(`jobs.state_${state}`)}</StatusChip>
          </span>
        ),
      },
      {
        key: 'cancel',
        title: <span className="visually-hidden">{t('app.actions')}</span>,
        render: (job) => isOpen(job) && <CancelJob job={job} />,
      },
    ],
    [t, names, shortDateTime, number],
  )
}

function CancelJob({ job: { id, kind } }: { job: ListedJob }) {
  const { t } = useI18n()
  const cancel = useAction({
    run: () => call('cancelJob', { params: { id } }),
    invalidates: staleAfter.job(),
    done: t('jobs.cancelled'),
  })
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      aria-label={`${t('ui.cancel')}: ${t(`jobs.kind_${kind}`)}`}
      loading={cancel.isPending}
      onClick={() => cancel.mutate()}
    >
      {t('ui.cancel')}
    </Button>
  )
}
