import { Button } from '@mantine/core'
import type { FieldWord } from '../../fields/field-type.ts'
import { useI18n } from '../../i18n/index.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { changed, type FieldEntry } from '../definition.ts'
import { useDesign } from '../design-context.ts'
import css from '../designer.module.css'
import { moved, removed, replaced } from '../entries.ts'
import { useNameText } from '../use-name-text.ts'
import { FieldForm } from './field-form.tsx'

/** The columns of a table, each of which is a field. */
export function TableColumns(props: {
  entry: FieldEntry
  /** Place of the table in the definition. */
  path: string
  /** The table as it is deployed. */
  before: FieldEntry | undefined
  onChange: (entry: FieldEntry) => void
}) {
  const { entry, path, before, onChange } = props
  const { t } = useI18n()
  const textOf = useNameText()
  const { problemAt, hasProblem } = useDesign()
  const columns = entry.columns ?? []
  const change = (next: readonly FieldEntry[]) => onChange(changed(entry, { columns: next }))
  return (
    <fieldset className={css.rows}>
      <legend>{t('designers.columns')}</legend>
      {problemAt(`${path}.columns`) && <p role="alert">{problemAt(`${path}.columns`)}</p>}
      {columns.map((column, index) => (
        <Disclosure
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity while their codes are typed
          key={index}
          className={css.details}
          isOpenAtFirst={column.code === ''}
          summary={
            <>
              {textOf(column.name) || column.code || t('designers.newColumn')}
              <small>{t(`designers.type_${column.type as FieldWord}`)}</small>
              {hasProblem(`${path}.columns[${index}]`) && <b>{t('designers.hasProblem')}</b>}
            </>
          }
        >
          <FieldForm
            isColumn
            entry={column}
            path={`${path}.columns[${index}]`}
            before={before?.columns?.find(({ code }) => code === column.code)}
            taken={removed(columns, index).map(({ code }) => code)}
            onChange={(next) => change(replaced(columns, index, next))}
          />
          <div className={css.buttons}>
            <Button size="compact-sm" variant="default" onClick={() => change(moved(columns, index, index - 1))}>
              {t('designers.moveUp')}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => change(moved(columns, index, index + 1))}>
              {t('designers.moveDown')}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => change(removed(columns, index))}>
              {t('ui.remove')}
            </Button>
          </div>
        </Disclosure>
      ))}
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<PlusIcon size={12} />}
        onClick={() => change([...columns, { code: '', type: 'string' }])}
      >
        {t('designers.addColumn')}
      </Button>
    </fieldset>
  )
}
