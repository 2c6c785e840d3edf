import { TextInput } from '@mantine/core'
import { Link, useRouter } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { workspaceQuery } from '../../api/workspace.ts'
import { useI18n } from '../../i18n/index.tsx'
import { PasswordForm } from './password-form.tsx'
import css from './sign-in.module.css'
import { SignInCard } from './sign-in-card.tsx'

/** Sets the first password of the administrator, who is identified by the token that the server printed. */
export function SetupPage() {
  const { t } = useI18n()
  const { history } = useRouter()
  const onDone = () => {
    queryClient.removeQueries(workspaceQuery)
    history.push('/console/')
  }
  return (
    <SignInCard title={t('app.setupTitle')}>
      <PasswordForm
        send={({ token = '', password = '' }) => call('setUp', { body: { token: token.trim(), password } })}
        onDone={onDone}
      >
        <TextInput
          name="token"
          type="password"
          label={t('account.token')}
          description={t('account.tokenHint')}
          autoComplete="off"
          required
          withAsterisk={false}
          autoFocus
        />
      </PasswordForm>
      <p className={css.other}>
        <Link to="/sign-in">{t('app.signIn')}</Link>
      </p>
    </SignInCard>
  )
}
