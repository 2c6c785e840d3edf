import { Button } from '@mantine/core'
import { call } from '../../api/call.ts'
import { useI18n } from '../../i18n/index.tsx'
import { confirm } from '../../ui/confirm.ts'
import { useAction } from '../../ui/use-action.ts'
import type { Token } from './token-state.ts'

/** A button that revokes a token after a confirmation. */
export function RevokeToken({ token: { id, name } }: { token: Token }) {
  const { t } = useI18n()
  const revoke = useAction({
    run: () => call('revokeToken', { params: { id } }),
    invalidates: [['tokens']],
    done: t('admin.revoked'),
  })
  const ask = async () => {
    const question = { title: t('admin.revokeTitle', { name }), text: t('admin.revokeText'), action: t('admin.revoke') }
    if (await confirm({ ...question, isDanger: true })) revoke.mutate()
  }
  return (
    <Button
      data-danger
      size="compact-sm"
      variant="subtle"
      aria-label={t('admin.revokeNamed', { name })}
      loading={revoke.isPending}
      onClick={ask}
    >
      {t('admin.revoke')}
    </Button>
  )
}
