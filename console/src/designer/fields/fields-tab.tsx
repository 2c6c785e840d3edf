import type { FieldWord } from '../../fields/field-type.ts'
import { useI18n } from '../../i18n/index.tsx'
import { ApplicationIcon } from '../../ui/icons.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Tag } from '../../ui/status-chip.tsx'
import { type FieldEntry, listed } from '../definition.ts'
import { useDesign } from '../design-context.ts'
import css from '../designer.module.css'
import { moved, removed, replaced } from '../entries.ts'
import { EntryList } from '../entry-list.tsx'
import { fieldRemoved, fieldRenamed } from '../forms/forms-of-fields.ts'
import { isUniqueAlone, keyRenamed } from '../keys-of-fields.ts'
import { useNameText } from '../use-name-text.ts'
import { FieldEditor } from './field-editor.tsx'

/** The fields of the definition in their order, and the editor of one of them. */
export function FieldsTab(props: { open: number | undefined; onOpen: (index: number | undefined) => void }) {
  const { open, onOpen } = props
  const { t } = useI18n()
  const textOf = useNameText()
  const { definition, deployed, change, hasProblem } = useDesign()
  const fields = definition.fields ?? []
  const deployedFields = deployed?.fields ?? []
  const current = open === undefined ? undefined : fields[open]
  const set = (next: readonly FieldEntry[], what?: string) => change({ fields: listed(next) }, what)
  const move = (from: number, to: number) => {
    const next = moved(fields, from, to)
    if (next === fields) return
    set(next)
    if (open === from) onOpen(to)
  }
  const update = (index: number, entry: FieldEntry) => {
    const before = fields[index]!
    const isRenamed = before.code !== entry.code
    const unique = isRenamed ? keyRenamed(definition, before.code, entry.code) : definition.unique
    const forms = isRenamed ? fieldRenamed(definition, before.code, entry.code) : definition.forms
    change({ fields: replaced(fields, index, entry), unique, forms }, `field ${index}`)
  }
  const add = () => {
    set([...fields, { code: '', type: 'string', maxLength: 200 }])
    onOpen(fields.length)
  }
  const remove = (index: number) => {
    change({ fields: listed(removed(fields, index)), forms: fieldRemoved(definition, fields[index]!.code) })
    onOpen(undefined)
  }
  return (
    <div className={css.columns}>
      <EntryList
        label={t('designers.fields')}
        entries={fields.map((entry, index) => ({
          key: entry.code || `${index}`,
          title: textOf(entry.name) || entry.code || t('designers.newField'),
          hint: [entry.code, t(`designers.type_${entry.type as FieldWord}`)].filter(Boolean).join(' · '),
          marks: (
            <>
              {entry.required && <Tag>{t('designers.required')}</Tag>}
              {isUniqueAlone(definition, entry.code) && <Tag>{t('designers.unique')}</Tag>}
            </>
          ),
          isChanged:
            JSON.stringify(entry) !== JSON.stringify(deployedFields.find(({ code }) => code === entry.code) ?? null),
          hasProblem: hasProblem(`fields[${index}]`),
        }))}
        open={open}
        onOpen={onOpen}
        onMove={move}
        addLabel={t('designers.addField')}
        onAdd={add}
      />
      {current && open !== undefined ? (
        <FieldEditor
          key={open}
          index={open}
          entry={current}
          onChange={(entry) => update(open, entry)}
          onMove={(to) => move(open, to)}
          onRemove={() => remove(open)}
        />
      ) : (
        <EmptyState
          icon={<ApplicationIcon size={28} />}
          title={t(fields.length === 0 ? 'designers.noFields' : 'designers.chooseField')}
          text={t(fields.length === 0 ? 'designers.noFieldsText' : 'designers.chooseFieldText')}
        />
      )}
    </div>
  )
}
