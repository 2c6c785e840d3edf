import { TextInput } from '@mantine/core'
import { call } from '../../api/call.ts'
import { staleAfter } from '../../api/query-keys.ts'
import { useI18n } from '../../i18n/index.tsx'
import { useAction } from '../../ui/use-action.ts'
import css from '../area/form.module.css'
import { FormDialog } from '../area/form-dialog.tsx'
import { requestFilters } from '../audit/audit-queries.ts'

const dayMs = 86_400_000
const dayOf = (ms: number): string => new Date(ms).toLocaleDateString('sv')

/** Sends the failed deliveries of some days again. */
export function ReplayDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useI18n()
  const replay = useAction({
    run: (days: { from: string; to: string }) => {
      const { from, to } = requestFilters(days) as { from: string; to: string }
      return call('replayFailedWebhookDeliveries', { params: { id }, body: { from, to } })
    },
    invalidates: staleAfter.webhook(),
    done: ({ replayed }) => t('webhooks.replayed', { count: replayed }),
    showsError: true,
    onDone: onClose,
  })
  return (
    <FormDialog
      title={t('webhooks.replayFailed')}
      action={t('webhooks.replay')}
      onSubmit={({ from = '', to = '' }) => replay.mutate({ from, to })}
      onClose={onClose}
      error={replay.error}
      isBusy={replay.isPending}
    >
      <p className={css.hint}>{t('webhooks.replayFailedText')}</p>
      <TextInput
        name="from"
        type="date"
        label={t('admin.from')}
        required
        defaultValue={dayOf(Date.now() - dayMs)}
        data-autofocus
      />
      <TextInput name="to" type="date" label={t('admin.to')} required defaultValue={dayOf(Date.now())} />
    </FormDialog>
  )
}
