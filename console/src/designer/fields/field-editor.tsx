import { Checkbox } from '@mantine/core'
import { typeNamed } from '../../fields/field-types.ts'
import { useI18n } from '../../i18n/index.tsx'
import { confirm } from '../../ui/confirm.ts'
import type { FieldEntry } from '../definition.ts'
import { useDesign } from '../design-context.ts'
import { EntryEditor } from '../entry-editor.tsx'
import { isUniqueAlone, withUnique } from '../keys-of-fields.ts'
import { useNameText } from '../use-name-text.ts'
import { FieldForm } from './field-form.tsx'
import { TableColumns } from './table-columns.tsx'

/** The editor of one field, with the buttons that move and remove it. */
export function FieldEditor(props: {
  index: number
  entry: FieldEntry
  onChange: (entry: FieldEntry) => void
  onMove: (to: number) => void
  onRemove: () => void
}) {
  const { index, entry, onChange, onMove, onRemove } = props
  const { t } = useI18n()
  const { definition, deployed, change } = useDesign()
  const fields = definition.fields ?? []
  const before = deployed?.fields?.find(({ code }) => code === entry.code)
  const title = useNameText()(entry.name) || entry.code || t('designers.newField')
  const remove = async () => {
    const isSure =
      !before ||
      (await confirm({
        title: t('designers.removeField', { name: title }),
        text: t('designers.removeFieldText'),
        action: t('ui.remove'),
        isDanger: true,
      }))
    if (isSure) onRemove()
  }
  const path = `fields[${index}]`
  return (
    <EntryEditor title={title} path={path} index={index} count={fields.length} onMove={onMove} onRemove={remove}>
      <FieldForm
        entry={entry}
        path={path}
        before={before}
        taken={fields.filter((each) => each !== entry).map(({ code }) => code)}
        onChange={onChange}
        columns={
          typeNamed(entry.type).holdsRows && (
            <TableColumns entry={entry} path={path} before={before} onChange={onChange} />
          )
        }
      >
        <Checkbox
          label={t('designers.unique')}
          description={t('designers.uniqueHint')}
          disabled={entry.code === ''}
          checked={isUniqueAlone(definition, entry.code)}
          onChange={(event) => change({ unique: withUnique(definition, entry.code, event.currentTarget.checked) })}
        />
      </FieldForm>
    </EntryEditor>
  )
}
