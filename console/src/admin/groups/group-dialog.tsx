import { Textarea, TextInput } from '@mantine/core'
import { fieldMessages } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { staleAfter } from '../../api/query-keys.ts'
import { useI18n } from '../../i18n/index.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useInputs } from '../../ui/use-inputs.ts'
import type { Group } from './group-queries.ts'

/** Creates a group that belongs to no solution, or changes the name and the description of `group`. */
export function GroupDialog(props: { group?: Group; onClose: () => void; onSaved?: (id: string) => void }) {
  const { group, onClose, onSaved } = props
  const { t } = useI18n()
  const { texts, input } = useInputs({ name: group?.name ?? '', description: group?.description ?? '' })
  const save = useAction({
    run: async () => {
      const body = { __name: texts.name, description: texts.description }
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
  return (
    <FormDialog
      title={group ? t('admin.editGroup') : t('admin.newGroup')}
      action={group ? t('ui.save') : t('admin.create')}
      send={save}
      marked={['__name', 'description']}
      onClose={onClose}
    >
      <TextInput
        {...input('name')}
        error={fieldMessages(save.error).__name}
        label={t('admin.name')}
        required
        data-autofocus
      />
      <Textarea {...input('description', save.error)} label={t('admin.description')} rows={3} />
    </FormDialog>
  )
}
