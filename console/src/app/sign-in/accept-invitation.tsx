import { call } from '../../api/call.ts'
import { useI18n } from '../../i18n/index.tsx'
import { PasswordForm } from './password-form.tsx'
import css from './sign-in.module.css'
import { SignInCard } from './sign-in-card.tsx'

/** Sets the password of an invited user and signs the user in. */
export function AcceptInvitation({ secret, onDone }: { secret: string; onDone: () => void }) {
  const { t } = useI18n()
  return (
    <SignInCard title={t('account.invitationTitle')}>
      <PasswordForm
        send={({ password = '' }) => call('acceptInvitation', { body: { secret, password } })}
        onDone={onDone}
        isFirst
      >
        <p>{t('account.invitationText')}</p>
      </PasswordForm>
      <p className={css.other}>
        <a href="/console/sign-in">{t('app.signIn')}</a>
      </p>
    </SignInCard>
  )
}
