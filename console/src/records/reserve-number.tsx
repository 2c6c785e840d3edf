import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { staleAfter } from '../api/query-keys.ts'
import { DateBox } from '../fields/date-box.tsx'
import type { Choice } from '../fields/search-select.tsx'
import { UserSelect } from '../fields/user-select.tsx'
import { useI18n } from '../i18n/index.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useAction } from '../ui/use-action.ts'
import type { Case } from './record-queries.ts'

/** Reserves the next number of a case, or a typed number if numbers of the case are entered by hand. */
export function ReserveNumber({ shown, onClose }: { shown: Case; onClose: () => void }) {
  const { t } = useI18n()
  const [number, setNumber] = useState('')
  const [until, setUntil] = useState('')
  const [user, setUser] = useState<Choice>()
  const isTyped = shown.registrationSettings.templateEnabled === false
  const send = useAction({
    run: () => {
      const body = { ...(number && { number }), ...(until && { until }), ...(user && { reservedFor: user.id }) }
      return call('reserveNumber', { params: { id: shown.id }, body })
    },
    invalidates: staleAfter.record(),
    done: ({ item }) => t('records.reserved', { number: item.number }),
    showsError: true,
    onDone: onClose,
  })
  return (
    <FormDialog
      title={t('records.reserve')}
      action={t('records.reserve')}
      send={send}
      isComplete={!isTyped || number.trim() !== ''}
      onClose={onClose}
    >
      {isTyped && (
        <TextInput
          label={t('records.number')}
          required
          data-autofocus
          value={number}
          onChange={(event) => setNumber(event.currentTarget.value)}
        />
      )}
      <UserSelect
        input={{ label: t('records.reservedFor') }}
        selected={user ? [user] : []}
        onSelect={([chosen]) => setUser(chosen)}
      />
      <DateBox
        label={t('records.reservedUntil')}
        description={t('records.reservedUntilText')}
        value={until}
        onChange={setUntil}
      />
    </FormDialog>
  )
}
