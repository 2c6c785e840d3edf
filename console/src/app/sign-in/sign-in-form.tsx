import { Button, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useI18n } from '../../i18n/index.tsx'
import { ErrorMessage } from '../../ui/states.tsx'
import { useAction } from '../../ui/use-action.ts'
import css from './sign-in.module.css'

/** User name and password; `onDone` is called after the session has begun. */
export function SignInForm({ login, onDone }: { login?: string; onDone: () => void }) {
  const { t } = useI18n()
  const { mutate, error, isPending } = useAction({
    run: (body: { login: string; password: string }) => call('signIn', { body }),
    showsError: true,
    onDone,
  })
  // The inputs are read when the form is sent, because a browser may fill in an input without an event.
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const given = new FormData(form)
    mutate(
      { login: String(given.get('login')), password: String(given.get('password')) },
      { onError: () => form.querySelector<HTMLInputElement>('[name=password]')?.select() },
    )
  }
  const isWrong = error instanceof ApiError && error.status === 401
  return (
    <form className={css.form} onSubmit={onSubmit}>
      <TextInput
        name="login"
        label={t('app.login')}
        autoComplete="username"
        required
        withAsterisk={false}
        defaultValue={login}
        data-autofocus={login === undefined || undefined}
        autoFocus={login === undefined}
      />
      <TextInput
        name="password"
        type="password"
        label={t('app.password')}
        autoComplete="current-password"
        required
        withAsterisk={false}
        data-autofocus={login !== undefined || undefined}
        error={isWrong ? t('app.wrongPassword') : undefined}
      />
      {error && !isWrong && <ErrorMessage error={error} />}
      <Button type="submit" loading={isPending} fullWidth mt={4}>
        {t('app.signIn')}
      </Button>
    </form>
  )
}
