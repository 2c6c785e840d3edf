import { Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { finishSignIn } from '../../api/session-end.ts'
import { workspaceQuery } from '../../api/workspace.ts'
import { useI18n } from '../../i18n/index.tsx'
import { SignInForm } from '../sign-in/sign-in-form.tsx'

/** The sign-in over the page when the session has ended. Requests wait for it, and what was entered is kept. */
export function SignInDialog() {
  const { t } = useI18n()
  const login = useQueryClient().getQueryData(workspaceQuery.queryKey)?.user.login
  return (
    <Modal
      opened
      onClose={() => finishSignIn(false)}
      title={t('account.signInAgain')}
      size={380}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <p style={{ marginBottom: 14 }}>{t('account.signInAgainText')}</p>
      <SignInForm login={login} onDone={() => finishSignIn(true)} />
    </Modal>
  )
}
