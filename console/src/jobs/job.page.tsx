import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { useTopic } from '../api/live-updates.ts'
import { staleAfter } from '../api/query-keys.ts'
import { useFormats } from '../i18n/format.ts'
import { useI18n } from '../i18n/index.tsx'
import { FieldList } from '../ui/field-list.tsx'
import { DownloadIcon } from '../ui/icons.tsx'
import { Page } from '../ui/page.tsx'
import { QueryView } from '../ui/states.tsx'
import { StatusChip } from '../ui/status-chip.tsx'
import { useAction } from '../ui/use-action.ts'
import css from './job.module.css'
import { type Job, jobQuery, jobTones } from './job-queries.ts'
import { hasEnded } from './watch-job.ts'

const route = getRouteApi('/shell/jobs/$id')

/** One job: its progress while it runs, then its result. Notifications about the end of a job lead here. */
export function JobPage() {
  const { id } = route.useParams()
  const query = useQuery(jobQuery(id))
  useTopic(`job:${id}`, [jobQuery(id).queryKey])
  return <QueryView query={query}>{(job) => <JobView job={job} />}</QueryView>
}

function JobView({ job }: { job: Job }) {
  const { t } = useI18n()
  const { number, bytes } = useFormats()
  const { id, kind, state, total, processed, failed, problem, result } = job
  const cancel = useAction({
    run: () => call('cancelJob', { params: { id } }),
    invalidates: staleAfter.job(),
    done: t('jobs.cancelled'),
  })
  const counts = (['changed', 'unchanged', 'created', 'updated', 'removed', 'kept'] as const).flatMap((key) => {
    const count = result?.[key]
    return count === undefined ? [] : [{ key, name: t(`jobs.${key}`), value: number(count) }]
  })
  return (
    <Page
      title={t(`jobs.kind_${kind}`)}
      beside={<StatusChip tone={jobTones[state]}>{t(`jobs.state_${state}`)}</StatusChip>}
      actions={
        !hasEnded(job) && (
          <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {t('ui.cancel')}
          </Button>
        )
      }
    >
      <div className={css.job}>
        {!hasEnded(job) && <progress max={Math.max(1, total)} value={processed} aria-label={t('jobs.progress')} />}
        {problem && <p role="alert">{problem.message}</p>}
        <FieldList
          items={[
            { key: 'total', name: t('jobs.total'), value: number(total) },
            { key: 'processed', name: t('jobs.processed'), value: number(processed) },
            { key: 'failed', name: t('jobs.failed'), value: number(failed) },
            ...counts,
          ]}
        />
        {result?.url && (
          <Button
            component="a"
            href={new URL(result.url, location.href).pathname}
            download={result.name}
            leftSection={<DownloadIcon />}
          >
            {t('ui.download')} {result.bytes !== undefined && `(${bytes(result.bytes)})`}
          </Button>
        )}
        {kind === 'export' && state === 'done' && !result?.url && <p>{t('jobs.fileGone')}</p>}
        {result?.failures && result.failures.length > 0 && <Failures failures={result.failures} />}
      </div>
    </Page>
  )
}

function Failures({ failures }: { failures: NonNullable<NonNullable<Job['result']>['failures']> }) {
  const { t } = useI18n()
  return (
    <section className={css.failures}>
      <h2>{t('jobs.failures')}</h2>
      <ul>
        {failures.map(({ id, message }) => (
          <li key={id}>
            <code>{id}</code> {message}
          </li>
        ))}
      </ul>
    </section>
  )
}
