import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormats } from '../../i18n/format.ts'
import { useI18n } from '../../i18n/index.tsx'
import { FieldList } from '../../ui/field-list.tsx'
import { QueryView } from '../../ui/states.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import css from '../area/form.module.css'
import { WebhookActions } from './webhook-actions.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { eventKey, stateOf, stateTones, type Webhook, webhookQuery } from './webhook-queries.ts'

/** A webhook with its settings and actions, or its form while it is changed. */
export function WebhookCard(props: { id: string; onSecret: (secret: string) => void; onDeleted: () => void }) {
  const { id, onSecret, onDeleted } = props
  const [isEditing, setEditing] = useState(false)
  return (
    <QueryView query={useQuery(webhookQuery(id))}>
      {(webhook) =>
        isEditing ? (
          <WebhookForm webhook={webhook} onClose={() => setEditing(false)} />
        ) : (
          <div className={css.card}>
            <Facts webhook={webhook} />
            <WebhookActions
              webhook={webhook}
              onEdit={() => setEditing(true)}
              onSecret={onSecret}
              onDeleted={onDeleted}
            />
          </div>
        )
      }
    </QueryView>
  )
}

function Facts({ webhook }: { webhook: Webhook }) {
  const { t } = useI18n()
  const { dateTime, number } = useFormats()
  const { url, events, namespaces, applications, userName, includeElement, failingSince, previousUntil } = webhook
  const state = stateOf(webhook)
  const isRotating = previousUntil !== null && new Date(previousUntil) > new Date()
  const items = [
    {
      key: 'state',
      name: t('admin.status'),
      value: <StatusChip tone={stateTones[state]}>{t(`webhooks.state_${state}`)}</StatusChip>,
    },
    failingSince !== null && { key: 'since', name: t('webhooks.failingSince'), value: dateTime(failingSince) },
    { key: 'url', name: t('webhooks.url'), value: <span className={css.breaking}>{url}</span> },
    { key: 'events', name: t('webhooks.events'), value: events.map((one) => t(eventKey(one))).join(', ') },
    {
      key: 'scope',
      name: t('webhooks.scope'),
      value: [...namespaces, ...applications].join(', ') || t('webhooks.everything'),
    },
    { key: 'user', name: t('webhooks.user'), value: userName },
    { key: 'element', name: t('webhooks.includeElement'), value: includeElement ? t('ui.yes') : t('ui.no') },
    isRotating && { key: 'rotating', name: t('webhooks.previousUntil'), value: dateTime(previousUntil) },
    { key: 'pending', name: t('webhooks.pending'), value: number(webhook.pending) },
    { key: 'failed', name: t('webhooks.failed'), value: number(webhook.failed) },
  ]
  return <FieldList items={items.filter((item) => item !== false)} />
}
