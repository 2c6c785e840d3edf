import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { staleAfter } from '../../api/query-keys.ts'
import { useFormats } from '../../i18n/format.ts'
import { useI18n } from '../../i18n/index.tsx'
import { FieldList } from '../../ui/field-list.tsx'
import { QueryView } from '../../ui/states.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { useAction } from '../../ui/use-action.ts'
import css from '../area/form.module.css'
import own from './delivery.module.css'
import { type Delivery, deliveryQuery, deliveryTones, eventKey } from './webhook-queries.ts'

/** A delivery with its attempts and bodies. */
export function DeliveryCard({ id, deliveryId, isOn }: { id: string; deliveryId: string; isOn: boolean }) {
  const { t } = useI18n()
  const replay = useAction({
    run: () => call('replayWebhookDelivery', { params: { id, deliveryId } }),
    invalidates: staleAfter.webhook(),
    done: t('webhooks.replayed', { count: 1 }),
  })
  return (
    <QueryView query={useQuery(deliveryQuery(id, deliveryId))}>
      {(delivery) => (
        <div className={css.card}>
          <Facts delivery={delivery} />
          {isOn && (
            <div className={css.buttons}>
              <Button loading={replay.isPending} onClick={() => replay.mutate()}>
                {t('webhooks.replay')}
              </Button>
            </div>
          )}
          <Attempts delivery={delivery} />
          <Text title={t('webhooks.request')} text={delivery.request} />
          <Text title={t('webhooks.response')} text={delivery.response} />
        </div>
      )}
    </QueryView>
  )
}

function Facts({ delivery }: { delivery: Delivery }) {
  const { t } = useI18n()
  const { dateTime } = useFormats()
  const { id, event, application, elementId, state, problem, createdAt, nextAttemptAt } = delivery
  const [namespace, code] = splitPath(application ?? '')
  const items = [
    {
      key: 'state',
      name: t('admin.status'),
      value: <StatusChip tone={deliveryTones[state]}>{t(`webhooks.is_${state}`)}</StatusChip>,
    },
    problem !== null && { key: 'problem', name: t('webhooks.problem'), value: problem },
    { key: 'event', name: t('webhooks.event'), value: t(eventKey(event)) },
    elementId !== null && {
      key: 'element',
      name: t('webhooks.element'),
      value: (
        <Link to="/apps/$namespace/$code/$id" params={{ namespace, code, id: elementId }} search={{}}>
          {application}
        </Link>
      ),
    },
    { key: 'created', name: t('admin.at'), value: dateTime(createdAt) },
    nextAttemptAt !== null && { key: 'next', name: t('webhooks.nextAttempt'), value: dateTime(nextAttemptAt) },
    { key: 'id', name: 'webhook-id', value: <code className={css.breaking}>{id}</code> },
  ]
  return <FieldList items={items.filter((item) => item !== false)} />
}

function Attempts({ delivery: { log } }: { delivery: Delivery }) {
  const { t } = useI18n()
  const { dateTime, duration } = useFormats()
  if (log.length === 0) return null
  return (
    <section>
      <h2>{t('webhooks.attempts')}</h2>
      <ol className={own.attempts}>
        {log.toReversed().map(({ at, status, problem, durationMs }) => (
          <li key={`${at} ${durationMs}`}>
            <time dateTime={at}>{dateTime(at)}</time>
            <span>{problem ?? t('webhooks.answered', { status: String(status) })}</span>
            <small>{duration(durationMs)}</small>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** A body as it was sent or received, with line breaks when it is JSON. */
function Text({ title, text }: { title: string; text: string | null }) {
  if (!text) return null
  return (
    <section>
      <h2>{title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by keyboard */}
      <pre className={`code-box ${own.body}`} tabIndex={0}>
        {indented(text)}
      </pre>
    </section>
  )
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function splitPath(path: string): readonly [namespace: string, code: string] {
  const dot = path.lastIndexOf('.')
  return [path.slice(0, Math.max(dot, 0)), path.slice(dot + 1)]
}
