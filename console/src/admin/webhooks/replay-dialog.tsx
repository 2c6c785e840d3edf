import { useState } from 'react'
import { call } from '../../api/call.ts'
import { staleAfter } from '../../api/query-keys.ts'
import { DateBox } from '../../fields/date-box.tsx'
import { useI18n } from '../../i18n/index.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useAction } from '../../ui/use-action.ts'
import css from '../area/form.module.css'
import { requestFilters } from '../audit/audit-queries.ts'

const dayMs = 86_400_000
const dayOf = (ms: number): string => new Date(ms).toLocaleDateString('sv')

/** Sends the failed deliveries of some days again. */
export function ReplayDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useI18n()
  const [days, setDays] = useState(() => ({ from: dayOf(Date.now() - dayMs), to: dayOf(Date.now()) }))
  const replay = useAction({
    run: () => {
      const { from, to } = requestFilters(days) as typeof days
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
      <DateBox
        label={t('admin.from')}
        value={days.from}
        onChange={(from) => setDays({ ...days, from })}
        required
        data-autofocus
      />
      <DateBox label={t('admin.to')} value={days.to} onChange={(to) => setDays({ ...days, to })} required />
    </FormDialog>
  )
}
