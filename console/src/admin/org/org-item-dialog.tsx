import { TextInput } from '@mantine/core'
import { fieldMessages } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { staleAfter } from '../../api/query-keys.ts'
import { useI18n } from '../../i18n/index.tsx'
import { useAction } from '../../ui/use-action.ts'
import { FormDialog } from '../area/form-dialog.tsx'
import type { OrgItem } from './org-tree.ts'

/** Creates an item below `parent`, or renames `item`. */
export function OrgItemDialog(props: {
  kind: OrgItem['kind']
  item?: OrgItem
  parent?: string
  onClose: () => void
  onSaved?: (id: string) => void
}) {
  const { kind, item, parent, onClose, onSaved } = props
  const { t } = useI18n()
  const save = useAction({
    run: async (name: string) => {
      if (item === undefined)
        return (await call('createOrgItem', { body: { kind, name, ...(parent && { parent }) } })).id
      await call('updateOrgItem', { params: { id: item.id }, body: { name } })
      return item.id
    },
    invalidates: staleAfter.orgItem(),
    done: t('admin.saved'),
    showsError: true,
    onDone: (id) => {
      onSaved?.(id)
      onClose()
    },
  })
  const message = fieldMessages(save.error).name
  return (
    <FormDialog
      title={item ? t('ui.edit') : t(`admin.new_${kind}`)}
      action={item ? t('ui.save') : t('admin.create')}
      onSubmit={({ name = '' }) => save.mutate(name)}
      onClose={onClose}
      error={message ? undefined : save.error}
      isBusy={save.isPending}
    >
      <TextInput
        name="name"
        label={t('admin.name')}
        defaultValue={item?.name}
        required
        error={message}
        data-autofocus
      />
    </FormDialog>
  )
}
