import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import type { Operations } from '../api/operations.ts'
import { keys, staleAfter } from '../api/query-keys.ts'
import { useI18n } from '../i18n/index.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { QueryView } from '../ui/states.tsx'
import { StatusChip, type Tone } from '../ui/status-chip.tsx'
import { useAction } from '../ui/use-action.ts'
import css from './batch-progress.module.css'

type Batch = Operations['getBatch']['result']['batch']

const pollMs = 1000
const tones: Readonly<Record<Batch['state'], Tone>> = {
  new: 'info',
  executing: 'info',
  completed: 'good',
  completedWithErrors: 'warn',
  cancelled: 'neutral',
}
const hasEnded = ({ state }: Batch): boolean => state !== 'new' && state !== 'executing'

/** The progress of a batch. The batch continues when the user leaves the page. */
export function BatchProgress(props: { id: string; title: string; back?: { to: string; label: string } }) {
  const { id, title, back } = props
  const { t } = useI18n()
  const query = useQuery({
    queryKey: keys.batches(id),
    queryFn: async ({ signal }) => (await call('getBatch', { params: { id }, signal })).batch,
    refetchInterval: ({ state }) => (state.data && hasEnded(state.data) ? false : pollMs),
  })
  const cancel = useAction({
    run: () => call('cancelBatch', { params: { id } }),
    invalidates: staleAfter.batch(id),
  })
  return (
    <QueryView query={query}>
      {(batch) => (
        <section className={css.progress} aria-label={title}>
          <h2>
            {title} <StatusChip tone={tones[batch.state]}>{t(`processes.batch_${batch.state}`)}</StatusChip>
          </h2>
          <progress max={100} value={batch.percent} aria-label={title} />
          <p aria-live="polite">
            {t('processes.batchCounts', { done: batch.done, failed: batch.failed, total: batch.total })}
          </p>
          <div className={css.buttons}>
            {!hasEnded(batch) && (
              <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
                {t('ui.cancel')}
              </Button>
            )}
            {back && (
              <ButtonLink to={back.to as '/'} variant="default">
                {t('processes.backTo', { name: back.label })}
              </ButtonLink>
            )}
          </div>
          {batch.failed > 0 && <FailedItems id={id} failed={batch.failed} />}
        </section>
      )}
    </QueryView>
  )
}

function FailedItems({ id, failed }: { id: string; failed: number }) {
  const { t } = useI18n()
  const { data } = useQuery({
    queryKey: keys.batches(id, 'failed', failed),
    queryFn: async ({ signal }) =>
      (await call('listBatchItems', { params: { id }, query: { state: 'failed', size: 100 }, signal })).items,
  })
  return (
    <ul className={css.failed}>
      {data?.map(({ instance, position, reasons }) => (
        <li key={position}>
          <Link to="/instances/$id" params={{ id: instance }}>
            {t('processes.openInstance')}
          </Link>{' '}
          {reasons.map(({ message }) => message).join('; ')}
        </li>
      ))}
    </ul>
  )
}
