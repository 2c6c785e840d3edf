import { Button } from '@mantine/core'
import { call } from '../api/call.ts'
import { useStore } from '../api/store.ts'
import { useFormats } from '../i18n/format.ts'
import { useI18n } from '../i18n/index.tsx'
import { IconButton } from '../ui/buttons.tsx'
import { CloseIcon } from '../ui/icons.tsx'
import css from './job-cards.module.css'
import { forgetJob, hasEnded, type WatchedJob, watchedJobs } from './watch-job.ts'

/** A card for each job in `watchedJobs`: progress, cancel, and the result. Rendered once, by the shell. */
export function JobCards() {
  const jobs = useStore(watchedJobs)
  return (
    <div className={css.cards}>
      {jobs.map((job) => (
        <JobCard key={job.id} {...job} />
      ))}
    </div>
  )
}

function JobCard({ id, title, job }: WatchedJob) {
  const { t } = useI18n()
  const { percent } = useFormats()
  const isOver = hasEnded(job)
  const share = job && job.total > 0 ? job.processed / job.total : 0
  return (
    <section className={css.card} aria-label={title}>
      <header>
        <b>{title}</b>
        {isOver && (
          <IconButton isPlain size={24} label={t('ui.close')} onClick={() => forgetJob(id)}>
            <CloseIcon size={14} />
          </IconButton>
        )}
      </header>
      {isOver ? (
        <p>{job?.problem?.message ?? t(job?.state === 'done' ? 'account.jobDone' : 'account.jobCancelled')}</p>
      ) : (
        <progress value={share} max={1} aria-label={title} />
      )}
      {job && (
        <p className={css.counts}>
          {t('account.jobCounts', { processed: job.processed, total: job.total, percent: percent(share) })}
          {job.failed > 0 && ` · ${t('account.jobFailed', { count: job.failed })}`}
        </p>
      )}
      {!isOver && (
        <Button size="compact-sm" variant="default" onClick={() => void call('cancelJob', { params: { id } })}>
          {t('ui.cancel')}
        </Button>
      )}
      {job?.result?.url && (
        <Button
          size="compact-sm"
          component="a"
          href={new URL(job.result.url, location.href).pathname}
          download={job.result.name}
        >
          {t('ui.download')}
        </Button>
      )}
    </section>
  )
}
