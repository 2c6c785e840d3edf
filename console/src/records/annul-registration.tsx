import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { staleAfter } from '../api/query-keys.ts'
import { useI18n } from '../i18n/index.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useAction } from '../ui/use-action.ts'
import type { Registration } from './record-queries.ts'
import css from './records.module.css'

/** Annuls a number with a reason. The annulled number stays in the journal, struck through, and is not used again. */
export function AnnulRegistration(props: {
  registration: Pick<Registration, '__id' | 'number' | 'element'>
  onClose: () => void
}) {
  const { registration, onClose } = props
  const { t } = useI18n()
  const [reason, setReason] = useState('')
  const { __id: id, number, element } = registration
  const send = useAction({
    run: () => call('annulRegistration', { params: { id }, body: { reason } }),
    invalidates: staleAfter.registration(element ?? undefined),
    done: t('records.annulledDone', { number }),
    showsError: true,
    onDone: onClose,
  })
  return (
    <FormDialog
      title={t('records.annulTitle', { number })}
      action={t('records.annul')}
      send={send}
      isDanger
      isComplete={reason.trim() !== ''}
      onClose={onClose}
    >
      <p className={css.note}>{t('records.annulText')}</p>
      <Textarea
        label={t('records.reason')}
        required
        data-autofocus
        rows={3}
        maxLength={1000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
