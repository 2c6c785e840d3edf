import { TextInput } from '@mantine/core'
import { call } from '../../api/call.ts'
import { staleAfter } from '../../api/query-keys.ts'
import { useI18n } from '../../i18n/index.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useInputs } from '../../ui/use-inputs.ts'
import css from '../area/form.module.css'
import { requestFilters } from '../audit/audit-queries.ts'

const dayMs = 86_400_000
const dayOf = (ms: number): string => new Date(ms).toLocaleDateString('sv')

/** Sends the failed deliveries of some days again. */
export function ReplayDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useI18n()
  const { texts: days, input } = useInputs({ from: dayOf(Date.now() - dayMs), to: dayOf(Date.now()) })
  const replay = useAction({
    run: () => {
      const { from, to } = requestFilters(days) as { from: string; to: string }
      return call('replayFailedWebhookDeliveries', { params: { id }, body: { from, to } })
    },
    invalidates: staleAfter.webhook(),
    done: ({ replayed }) => t('webhooks.replayed', { count: replayed }),
    showsError: true,
    onDone: onClose,
  })
  return (
    <FormDialog title={t('webhooks.replayFailed')} action={t('webhooks.replay')} send={replay} onClose={onClose}>
      <p className={css.hint}>{t('webhooks.replayFailedText')}</p>
      <TextInput {...input('from')} type="date" label={t('admin.from')} required data-autofocus />
      <TextInput {...input('to')} type="date" label={t('admin.to')} required />
    </FormDialog>
  )
}
