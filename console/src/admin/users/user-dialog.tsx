import { TextInput } from '@mantine/core'
import { fieldMessages } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { staleAfter } from '../../api/query-keys.ts'
import { useI18n } from '../../i18n/index.tsx'
import { useAction } from '../../ui/use-action.ts'
import { FormDialog } from '../area/form-dialog.tsx'
import type { User } from './user-queries.ts'

const names = ['lastname', 'firstname', 'middlename', 'login', 'email', 'position'] as const
type Values = Readonly<Record<string, string>>

/** Creates a user, or changes the data of `user`. */
export function UserDialog(props: { user?: User; onClose: () => void; onCreated?: (id: string) => void }) {
  const { user, onClose, onCreated } = props
  const { t } = useI18n()
  const before = user === undefined ? {} : valuesOf(user)
  const save = useAction({
    run: async (values: Values) => {
      const changed = Object.fromEntries(names.flatMap((name) => changeOf(name, before[name] ?? '', values[name])))
      if (user === undefined) return (await call('createUser', { body: { ...changed, login: values.login ?? '' } })).id
      await call('changeUser', { params: { id: user.__id }, body: changed })
      return user.__id
    },
    invalidates: staleAfter.user(),
    done: user === undefined ? t('admin.userCreated') : t('admin.saved'),
    showsError: true,
    onDone: (id) => {
      onCreated?.(id)
      onClose()
    },
  })
  const messages = fieldMessages(save.error)
  const isPlaced = names.some((name) => messages[name] !== undefined)
  return (
    <FormDialog
      title={user === undefined ? t('admin.newUser') : t('admin.editUser')}
      action={user === undefined ? t('admin.create') : t('ui.save')}
      onSubmit={save.mutate}
      onClose={onClose}
      error={isPlaced ? undefined : save.error}
      isBusy={save.isPending}
    >
      {names.map((name, index) => (
        <TextInput
          key={name}
          name={name}
          label={t(`admin.${name}`)}
          defaultValue={before[name]}
          required={name === 'login'}
          error={messages[name]}
          autoComplete="off"
          data-autofocus={index === 0 || undefined}
        />
      ))}
    </FormDialog>
  )
}

const valuesOf = ({ login, email, fullname, displayedPosition }: User): Values => ({
  ...fullname,
  login,
  email,
  position: displayedPosition,
})

/** Returns the change of a value; nothing if it is unchanged. An empty email address or position becomes null. */
function changeOf(name: string, before: string, value = ''): [string, string | null][] {
  if (value === before) return []
  return [[name, value === '' && (name === 'email' || name === 'position') ? null : value]]
}
