import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { staleAfter } from '../../api/query-keys.ts'
import { useI18n } from '../../i18n/index.tsx'
import { confirm } from '../../ui/confirm.ts'
import { useAction } from '../../ui/use-action.ts'
import { groupsOfUserQuery, isOfAdministrators, type User } from './user-queries.ts'

/**
 * Gives or removes the rights of an administrator after a confirmation. The server refuses to remove the last
 * administrator.
 */
export function AdministratorAction({ user: { __id: id, __name, login } }: { user: User }) {
  const { t } = useI18n()
  const { data: groups } = useQuery(groupsOfUserQuery(id))
  const change = useAction({
    run: (administrator: boolean) => call('changeUser', { params: { id }, body: { administrator } }),
    invalidates: staleAfter.administrator(),
    done: t('admin.saved'),
  })
  if (groups === undefined) return null
  const isOne = groups.some(isOfAdministrators)
  const ask = async () => {
    const name = __name || login
    const question = isOne
      ? { title: t('admin.endAdministratorTitle', { name }), text: t('admin.endAdministratorText') }
      : { title: t('admin.makeAdministratorTitle', { name }), text: t('admin.makeAdministratorText') }
    const action = t(isOne ? 'admin.endAdministrator' : 'admin.makeAdministrator')
    if (await confirm({ ...question, action, isDanger: true })) change.mutate(!isOne)
  }
  return (
    <Button data-danger={isOne || undefined} variant="default" loading={change.isPending} onClick={ask}>
      {t(isOne ? 'admin.endAdministrator' : 'admin.makeAdministrator')}
    </Button>
  )
}
