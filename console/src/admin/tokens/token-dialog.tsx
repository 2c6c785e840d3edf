import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { fieldMessages } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { staleAfter } from '../../api/query-keys.ts'
import { DateBox } from '../../fields/date-box.tsx'
import { useI18n } from '../../i18n/index.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useInputs } from '../../ui/use-inputs.ts'

/** Creates a token for a user. `onCreated` gets the text of the token, which the server returns only once. */
export function TokenDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (token: string) => void }) {
  const { t } = useI18n()
  const [day, setDay] = useState('')
  const { texts, input } = useInputs({ name: '', login: '' })
  const create = useAction({
    run: () => {
      const { name, login } = texts
      const expires = day === '' ? {} : { expiresAt: new Date(`${day}T23:59:59`).toISOString() }
      return call('createToken', { body: { name, ...(login && { login }), ...expires } })
    },
    invalidates: staleAfter.token(),
    showsError: true,
    onDone: ({ token }) => {
      onClose()
      onCreated(token)
    },
  })
  return (
    <FormDialog
      title={t('admin.newToken')}
      action={t('admin.create')}
      send={create}
      marked={['name', 'login', 'expiresAt']}
      onClose={onClose}
    >
      <TextInput
        {...input('name', create.error)}
        label={t('admin.name')}
        description={t('admin.tokenNameHint')}
        required
        data-autofocus
      />
      <TextInput
        {...input('login', create.error)}
        label={t('admin.login')}
        description={t('admin.tokenLoginHint')}
        autoComplete="off"
      />
      <DateBox
        label={t('admin.expiresAt')}
        error={fieldMessages(create.error).expiresAt}
        value={day}
        onChange={setDay}
      />
    </FormDialog>
  )
}
