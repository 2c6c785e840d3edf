import { Button, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useI18n } from '../../i18n/index.tsx'
import { ErrorMessage } from '../../ui/states.tsx'
import css from './sign-in.module.css'

/** A form in which a person who is not signed in sets a password. `send` gets the values of the inputs by name. */
export function PasswordForm(props: {
  send: (values: Readonly<Record<string, string>>) => Promise<unknown>
  onDone: () => void
  /** Texts and inputs above the password. */
  children: ReactNode
  /** Whether the password is the first input. */
  isFirst?: boolean
}) {
  const { send, onDone, children, isFirst = false } = props
  const { t } = useI18n()
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)] as const)
    setBusy(true)
    setError(undefined)
    try {
      await send(Object.fromEntries(values))
      onDone()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  const isPasswordWrong = error instanceof ApiError && error.field === 'password'
  return (
    <form className={css.form} onSubmit={onSubmit}>
      {children}
      <TextInput
        name="password"
        type="password"
        label={t('account.newPassword')}
        description={t('account.newPasswordHint')}
        autoComplete="new-password"
        required
        withAsterisk={false}
        autoFocus={isFirst}
        error={isPasswordWrong ? error.message : undefined}
      />
      {error !== undefined && !isPasswordWrong && <ErrorMessage error={error} />}
      <Button type="submit" loading={isBusy} fullWidth mt={4}>
        {t('account.setPassword')}
      </Button>
    </form>
  )
}
