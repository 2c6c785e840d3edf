import { call } from '../../api/call.ts'
import { staleAfter } from '../../api/query-keys.ts'
import { useI18n } from '../../i18n/index.tsx'
import { AskingButton } from '../../ui/asking-button.tsx'
import { useAction } from '../../ui/use-action.ts'
import type { Token } from './token-state.ts'

/** A button that revokes a token after a confirmation. */
export function RevokeToken({ token: { id, name } }: { token: Token }) {
  const { t } = useI18n()
  const revoke = useAction({
    run: () => call('revokeToken', { params: { id } }),
    invalidates: staleAfter.token(),
    done: t('admin.revoked'),
  })
  return (
    <AskingButton
      label={t('admin.revoke')}
      name={t('admin.revokeNamed', { name })}
      question={{ title: t('admin.revokeTitle', { name }), text: t('admin.revokeText') }}
      action={revoke}
    />
  )
}
