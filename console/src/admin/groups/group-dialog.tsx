import { Textarea, TextInput } from '@mantine/core'
import { fieldMessages } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { staleAfter } from '../../api/query-keys.ts'
import { useI18n } from '../../i18n/index.tsx'
import { useAction } from '../../ui/use-action.ts'
import { FormDialog } from '../area/form-dialog.tsx'
import type { Group } from './group-queries.ts'

/** Creates a group without a solution, or renames one. */
export function GroupDialog(props: { group?: Group; onClose: () => void; onSaved?: (id: string) => void }) {
  const { group, onClose, onSaved } = props
  const { t } = useI18n()
  const save = useAction({
    run: async ({ name = '', description = '' }: Readonly<Record<string, string>>) => {
      const body = { __name: name, description }
      if (group) return (await call('updateGroup', { params: { id: group.__id }, body })).group.__id
      return (await call('createGroup', { params: { namespace: 'global' }, body })).group.__id
    },
    invalidates: staleAfter.group(),
    done: group ? t('admin.saved') : t('admin.groupCreated'),
    showsError: true,
    onDone: (id) => {
      onSaved?.(id)
      onClose()
    },
  })
  const messages = fieldMessages(save.error)
  return (
    <FormDialog
      title={group ? t('admin.editGroup') : t('admin.newGroup')}
      action={group ? t('ui.save') : t('admin.create')}
      onSubmit={save.mutate}
      onClose={onClose}
      error={messages.__name ? undefined : save.error}
      isBusy={save.isPending}
    >
      <TextInput
        name="name"
        label={t('admin.name')}
        defaultValue={group?.name}
        required
        error={messages.__name}
        data-autofocus
      />
      <Textarea name="description" label={t('admin.description')} rows={3} defaultValue={group?.description} />
    </FormDialog>
  )
}
