import { Button, TextInput } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { fieldMessages } from '../../api/api-error.ts'
import { useI18n } from '../../i18n/index.tsx'
import { ErrorMessage } from '../../ui/states.tsx'
import { useAction } from '../../ui/use-action.ts'
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
  const { mutate, error, isPending } = useAction({ run: send, showsError: true, onDone })
  // The inputs are read when the form is sent, because a browser may fill in an input without an event.
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)] as const)
    mutate(Object.fromEntries(values))
  }
  const wrongPassword = fieldMessages(error).password
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
        error={wrongPassword}
      />
      {error && !wrongPassword && <ErrorMessage error={error} />}
      <Button type="submit" loading={isPending} fullWidth mt={4}>
        {t('account.setPassword')}
      </Button>
    </form>
  )
}
