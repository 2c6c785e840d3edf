import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { staleAfter } from '../api/query-keys.ts'
import { useI18n } from '../i18n/index.tsx'
import { ActionForm } from '../ui/form-dialog.tsx'
import { useAction } from '../ui/use-action.ts'
import { CardDay, CardPairs, CardText } from './card-inputs.tsx'
import { correctionOf, type Entered, enteredOf } from './correction.ts'
import type { Registration } from './record-queries.ts'
import css from './records.module.css'

/** The form that corrects a registration. The form sends the changed values and the reason. */
export function CorrectRegistration({ registration, onClose }: { registration: Registration; onClose: () => void }) {
  const { t } = useI18n()
  const [values, setValues] = useState(() => enteredOf(registration))
  const [reason, setReason] = useState('')
  const { __id: id, element } = registration
  const changes = correctionOf(registration, values)
  const send = useAction({
    run: () => call('correctRegistration', { params: { id }, body: { ...changes, reason } }),
    invalidates: staleAfter.registration(element ?? undefined),
    done: t('records.corrected'),
    showsError: true,
    onDone: onClose,
  })
  const card = { values, onChange: (change: Partial<Entered>) => setValues((now) => ({ ...now, ...change })) }
  return (
    <ActionForm
      action={t('ui.save')}
      send={send}
      isComplete={reason.trim() !== '' && Object.keys(changes).length > 0}
      missing={Object.keys(changes).length === 0 ? t('records.nothingCorrected') : undefined}
      onClose={onClose}
    >
      <div className={css.pair}>
        <CardText name="number" {...card} />
        <CardDay name="date" {...card} />
      </div>
      <CardPairs {...card} />
      <CardText name="paperAt" {...card} />
      <CardText name="comment" {...card} />
      <Textarea
        label={t('records.reason')}
        description={t('records.correctText')}
        required
        rows={2}
        maxLength={1000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ActionForm>
  )
}
