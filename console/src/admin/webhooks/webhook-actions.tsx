import { Button } from '@mantine/core'
import { call } from '../../api/call.ts'
import { staleAfter } from '../../api/query-keys.ts'
import { useFormats } from '../../i18n/format.ts'
import { useI18n } from '../../i18n/index.tsx'
import { AskingButton } from '../../ui/asking-button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { confirm } from '../../ui/confirm.ts'
import { toast } from '../../ui/toasts.tsx'
import { useAction } from '../../ui/use-action.ts'
import css from '../area/form.module.css'
import type { Webhook } from './webhook-queries.ts'

/** Buttons for the actions on a webhook: show deliveries, test, edit, rotate the secret, switch on or off, delete. */
export function WebhookActions(props: {
  webhook: Webhook
  onEdit: () => void
  onSecret: (secret: string) => void
  onDeleted: () => void
}) {
  const { webhook, onEdit, onSecret, onDeleted } = props
  const { id, name, isOn } = webhook
  const { t } = useI18n()
  const { number } = useFormats()
  const params = { id }
  const invalidates = staleAfter.webhook()
  const ping = useAction({
    run: () => call('pingWebhook', { params }),
    invalidates,
    onDone: ({ delivery: { state, status, problem } }) =>
      state === 'delivered'
        ? toast({ text: t('webhooks.pinged', { status: status ?? 0 }), tone: 'good' })
        : toast({ text: t('webhooks.pingFailed', { problem: problem ?? '' }), tone: 'danger' }),
  })
  const rotate = useAction({
    run: () => call('rotateWebhookSecret', { params, body: {} }),
    invalidates,
    onDone: ({ secret }) => onSecret(secret),
  })
  const turn = useAction({
    run: () => call('changeWebhook', { params, body: { isOn: !isOn } }),
    invalidates,
    done: isOn ? t('webhooks.turnedOff') : t('webhooks.turnedOn'),
  })
  const remove = useAction({
    run: () => call('deleteWebhook', { params }),
    invalidates,
    done: t('admin.deleted'),
    onDone: onDeleted,
  })
  const askAndRotate = async () => {
    const question = {
      title: t('webhooks.rotateTitle', { name }),
      text: t('webhooks.rotateText', { hours: number(24) }),
    }
    if (await confirm({ ...question, action: t('webhooks.rotate') })) rotate.mutate()
  }
  return (
    <div className={css.buttons}>
      <ButtonLink to="/admin/webhooks/$id" params={params} search={{}} variant="default">
        {t('webhooks.deliveries')}
      </ButtonLink>
      <Button variant="default" loading={ping.isPending} onClick={() => ping.mutate()}>
        {t('webhooks.ping')}
      </Button>
      <Button variant="default" onClick={onEdit}>
        {t('ui.edit')}
      </Button>
      <Button variant="default" loading={rotate.isPending} onClick={askAndRotate}>
        {t('webhooks.rotate')}
      </Button>
      <Button variant="default" loading={turn.isPending} onClick={() => turn.mutate()}>
        {isOn ? t('webhooks.turnOff') : t('webhooks.turnOn')}
      </Button>
      <AskingButton
        label={t('ui.delete')}
        question={{ title: t('webhooks.deleteTitle', { name }), text: t('webhooks.deleteText') }}
        action={remove}
      />
    </div>
  )
}
