import { TextInput } from '@mantine/core'
import { call } from '../../api/call.ts'
import { staleAfter } from '../../api/query-keys.ts'
import { useI18n } from '../../i18n/index.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useInputs } from '../../ui/use-inputs.ts'
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
  const { texts, input } = useInputs({ name: item?.name ?? '' })
  const save = useAction({
    run: async () => {
      const { name } = texts
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
  return (
    <FormDialog
      title={item ? t('ui.edit') : t(`admin.new_${kind}`)}
      action={item ? t('ui.save') : t('admin.create')}
      send={save}
      marked={['name']}
      onClose={onClose}
    >
      <TextInput {...input('name', save.error)} label={t('admin.name')} required data-autofocus />
    </FormDialog>
  )
}
