import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { staleAfter } from '../../api/query-keys.ts'
import { useFormats } from '../../i18n/format.ts'
import { useI18n } from '../../i18n/index.tsx'
import { AskingButton } from '../../ui/asking-button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useAction } from '../../ui/use-action.ts'
import css from '../area/form.module.css'
import { SecretDialog } from '../area/secret-dialog.tsx'
import { AdministratorAction } from './administrator-action.tsx'
import { UserDialog } from './user-dialog.tsx'
import { statusOf, type User } from './user-queries.ts'

/**
 * Buttons for the actions of an administrator on a user: edit, invite, set the password, make the user an
 * administrator, block, and undo the last two.
 */
export function UserActions({ user }: { user: User }) {
  const { t } = useI18n()
  const { dateTime } = useFormats()
  const [dialog, setDialog] = useState<'edit' | 'password'>()
  const params = { id: user.__id }
  const invalidates = staleAfter.user()
  const invite = useAction({ run: () => call('inviteUser', { params }), invalidates })
  const block = useAction({ run: () => call('blockUser', { params }), invalidates, done: t('admin.blocked') })
  const unblock = useAction({
    run: () => call('changeUser', { params, body: { status: 'active' } }),
    invalidates,
    done: t('admin.unblocked'),
  })
  const isBlocked = statusOf(user) === 'blocked'
  return (
    <div className={css.buttons}>
      <Button variant="default" onClick={() => setDialog('edit')}>
        {t('ui.edit')}
      </Button>
      <Button variant="default" onClick={() => setDialog('password')}>
        {t('account.setPassword')}
      </Button>
      {isBlocked ? (
        <Button variant="default" loading={unblock.isPending} onClick={() => unblock.mutate()}>
          {t('admin.unblock')}
        </Button>
      ) : (
        <AskingButton
          label={t('admin.block')}
          question={{ title: t('admin.blockTitle', { name: user.__name || user.login }), text: t('admin.blockText') }}
          action={block}
        />
      )}
      {!isBlocked && <AdministratorAction user={user} />}
      {!isBlocked && (
        <Button loading={invite.isPending} onClick={() => invite.mutate()}>
          {t('admin.invite')}
        </Button>
      )}
      {dialog === 'edit' && <UserDialog user={user} onClose={() => setDialog(undefined)} />}
      {dialog === 'password' && <PasswordDialog user={user} onClose={() => setDialog(undefined)} />}
      {invite.data && (
        <SecretDialog
          title={t('admin.invitation')}
          text={t('admin.invitationText', { until: dateTime(invite.data.expiresAt) })}
          secret={new URL(invite.data.link, location.origin).href}
          onClose={invite.reset}
        />
      )}
    </div>
  )
}

function PasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useI18n()
  const [password, setPassword] = useState('')
  const save = useAction({
    run: () => call('setPassword', { params: { id: user.__id }, body: { password } }),
    invalidates: staleAfter.user(),
    done: t('admin.passwordSet'),
    showsError: true,
    onDone: onClose,
  })
  return (
    <FormDialog title={t('account.setPassword')} action={t('account.setPassword')} send={save} onClose={onClose}>
      <p className={css.hint}>{t('admin.passwordText')}</p>
      <TextInput
        type="password"
        name="password"
        label={t('account.newPassword')}
        description={t('account.newPasswordHint')}
        autoComplete="new-password"
        required
        data-autofocus
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
