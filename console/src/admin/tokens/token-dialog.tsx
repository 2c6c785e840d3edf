import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { fieldMessages } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { staleAfter } from '../../api/query-keys.ts'
import { DateBox } from '../../fields/date-box.tsx'
import { useI18n } from '../../i18n/index.tsx'
import { useAction } from '../../ui/use-action.ts'
import { FormDialog } from '../area/form-dialog.tsx'

/** Creates a token for a user. `onCreated` gets the text of the token, which the server returns only once. */
export function TokenDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (token: string) => void }) {
  const { t } = useI18n()
  const [day, setDay] = useState('')
  const create = useAction({
    run: ({ name = '', login = '' }: Readonly<Record<string, string>>) => {
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
  const { name, login, expiresAt, ...others } = fieldMessages(create.error)
  const isPlaced = Boolean(name || login || expiresAt) && Object.keys(others).length === 0
  return (
    <FormDialog
      title={t('admin.newToken')}
      action={t('admin.create')}
      onSubmit={create.mutate}
      onClose={onClose}
      error={isPlaced ? undefined : create.error}
      isBusy={create.isPending}
    >
      <TextInput
        name="name"
        label={t('admin.name')}
        description={t('admin.tokenNameHint')}
        required
        error={name}
        data-autofocus
      />
      <TextInput
        name="login"
        label={t('admin.login')}
        description={t('admin.tokenLoginHint')}
        error={login}
        autoComplete="off"
      />
      <DateBox label={t('admin.expiresAt')} error={expiresAt} value={day} onChange={setDay} />
    </FormDialog>
  )
}
