import { Button } from '@mantine/core'
import { call } from '../../api/call.ts'
import type { Operations } from '../../api/operations.ts'
import { staleAfter } from '../../api/query-keys.ts'
import { useFormats } from '../../i18n/format.ts'
import { type TextKey, type Translate, useI18n } from '../../i18n/index.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { useAction } from '../../ui/use-action.ts'
import { ScrolledSection } from './scrolled-section.tsx'
import css from './system.module.css'

type State = Operations['listQueues']['result']
const counts = ['waiting', 'due', 'active', 'failed'] as const

/** The queues of background jobs with their numbers, and the newest failed jobs. */
export function Queues({ state: { queues, failures } }: { state: State }) {
  const { t } = useI18n()
  const { number } = useFormats()
  return (
    <ScrolledSection title={t('admin.queues')}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('admin.queue')}</th>
            {counts.map((count) => (
              <th key={count} scope="col" data-align="end">
                {t(`admin.jobs_${count}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {queues.map((queue) => (
            <tr key={queue.queue}>
              <th scope="row">
                <span title={queue.queue}>{queueName(queue.queue, t)}</span>
              </th>
              {counts.map((count) => (
                <td key={count} data-align="end" data-failed={(count === 'failed' && queue.failed > 0) || undefined}>
                  {number(queue[count])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Failures failures={failures} />
    </ScrolledSection>
  )
}

function Failures({ failures }: { failures: State['failures'] }) {
  const { t } = useI18n()
  const { shortDateTime } = useFormats()
  const retry = useAction({
    run: (id: string) => call('retryFailedJob', { params: { id } }),
    invalidates: staleAfter.queue(),
    done: t('admin.jobRetried'),
  })
  if (failures.length === 0)
    return (
      <p>
        <StatusChip tone="good">{t('admin.noFailures')}</StatusChip>
      </p>
    )
  return (
    <>
      <h3>{t('admin.failures')}</h3>
      <ul className={css.failures}>
        {failures.map(({ id, queue, attempts, reason, createdAt, failedAt }) => (
          <li key={id}>
            <div>
              {queueName(queue, t)} · {shortDateTime(failedAt ?? createdAt)} ·{' '}
              {t('admin.attempts', { count: attempts })}
            </div>
            <p>{reason ?? '—'}</p>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${t('admin.retryJob')}: ${queueName(queue, t)}`}
              loading={retry.isPending && retry.variables === id}
              onClick={() => retry.mutate(id)}
            >
              {t('admin.retryJob')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Returns what the jobs of a queue do, in words. A queue without a text is shown with the words of its own name. */
function queueName(queue: string, t: Translate): string {
  const slug = queue.replace(/^every\//, '')
  const key = `jobs.queue_${slug}`
  const text = t(key as TextKey)
  if (text !== key) return text
  const words = slug.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
