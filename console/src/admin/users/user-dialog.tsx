import { TextInput } from '@mantine/core'
import { call } from '../../api/call.ts'
import { staleAfter } from '../../api/query-keys.ts'
import { useI18n } from '../../i18n/index.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useInputs } from '../../ui/use-inputs.ts'
import type { User } from './user-queries.ts'

const names = ['lastname', 'firstname', 'middlename', 'login', 'email', 'position'] as const
type Values = Readonly<Record<(typeof names)[number], string>>

/** Creates a user, or changes the data of `user`. */
export function UserDialog(props: { user?: User; onClose: () => void; onCreated?: (id: string) => void }) {
  const { user, onClose, onCreated } = props
  const { t } = useI18n()
  const before = valuesOf(user)
  const { texts, input } = useInputs(before)
  const save = useAction({
    run: async () => {
      const changed = Object.fromEntries(names.flatMap((name) => changeOf(name, before[name], texts[name])))
      if (user === undefined) return (await call('createUser', { body: { ...changed, login: texts.login } })).id
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
  return (
    <FormDialog
      title={user === undefined ? t('admin.newUser') : t('admin.editUser')}
      action={user === undefined ? t('admin.create') : t('ui.save')}
      send={save}
      marked={names}
      onClose={onClose}
    >
      {names.map((name, index) => (
        <TextInput
          key={name}
          {...input(name, save.error)}
          label={t(`admin.${name}`)}
          required={name === 'login'}
          autoComplete="off"
          data-autofocus={index === 0 || undefined}
        />
      ))}
    </FormDialog>
  )
}

/** Returns the values of the inputs for a user; for a new user, they are empty. */
const valuesOf = (user: User | undefined): Values => ({
  lastname: user?.fullname?.lastname ?? '',
  firstname: user?.fullname?.firstname ?? '',
  middlename: user?.fullname?.middlename ?? '',
  login: user?.login ?? '',
  email: user?.email ?? '',
  position: user?.displayedPosition ?? '',
})

/** Returns the change of a value; nothing if it is unchanged. An empty email address or position becomes null. */
function changeOf(name: string, before: string, value: string): [string, string | null][] {
  if (value === before) return []
  return [[name, value === '' && (name === 'email' || name === 'position') ? null : value]]
}
