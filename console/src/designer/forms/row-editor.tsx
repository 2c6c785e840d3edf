import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useI18n } from '../../i18n/index.tsx'
import { ArrowDownIcon, ArrowUpIcon, TrashIcon } from '../../ui/icons.tsx'
import type { FormKey } from '../definition.ts'
import { useDesign } from '../design-context.ts'
import css from '../designer.module.css'
import { replaced } from '../entries.ts'
import { NameInput } from '../name-input.tsx'
import { useFieldChoices } from '../use-field-choices.ts'
import { useNameText } from '../use-name-text.ts'
import { useShownWhenStacked } from '../use-shown-when-stacked.ts'
import { intoSection } from './change-rows.ts'
import { type FieldRow, type FormRow, isSection, pathsOf, type SectionRow } from './form-rows.ts'
import { movedRow, startOfBlock } from './move-row.ts'

interface Props {
  readonly form: FormKey
  readonly rows: readonly FormRow[]
  readonly index: number
  /** Called with the changed rows, and with the index of this row if it has moved. */
  readonly onChange: (rows: readonly FormRow[], index?: number) => void
  readonly onRemove: () => void
}

/** The editor of a section or a field of a form, with the buttons that move and remove it. */
export function RowEditor(props: Props) {
  const { form, rows, index, onChange, onRemove } = props
  const { t } = useI18n()
  const textOf = useNameText()
  const choices = useFieldChoices()([])
  const editor = useShownWhenStacked()
  const { problemAt } = useDesign()
  const row = rows[index]!
  const path = pathsOf(rows, form)[index]!
  const title = isSection(row)
    ? textOf(row.section) || t('designers.newSection')
    : (choices.find(({ value }) => value === row.code)?.label ?? row.code)
  const problem = problemAt(path) ?? problemAt(`${path}.fields`)
  const [up, down] = [movedRow(rows, index, -1), movedRow(rows, index, 1)]
  return (
    <section ref={editor} className={css.editor} aria-label={title}>
      <h2>{title}</h2>
      {problem && (
        <p className={css.problem} role="alert">
          {problem}
        </p>
      )}
      {isSection(row) ? (
        <SectionForm row={row} path={path} onChange={(next) => onChange(replaced(rows, index, next))} />
      ) : (
        <FieldForm {...props} row={row} />
      )}
      <div className={css.buttons}>
        <Button
          variant="default"
          leftSection={<ArrowUpIcon />}
          disabled={up.rows === rows}
          onClick={() => onChange(up.rows, up.index)}
        >
          {t('designers.moveUp')}
        </Button>
        <Button
          variant="default"
          leftSection={<ArrowDownIcon />}
          disabled={down.rows === rows}
          onClick={() => onChange(down.rows, down.index)}
        >
          {t('designers.moveDown')}
        </Button>
        <Button variant="default" leftSection={<TrashIcon />} onClick={onRemove}>
          {t(isSection(row) ? 'designers.dissolveSection' : 'designers.leaveOut')}
        </Button>
      </div>
    </section>
  )
}

function SectionForm(props: { row: SectionRow; path: string; onChange: (row: SectionRow) => void }) {
  const { row, path, onChange } = props
  const { t } = useI18n()
  const name = useRef<HTMLInputElement>(null)
  const isFresh = useRef(row.section === '')
  useEffect(() => {
    if (isFresh.current) name.current?.focus()
  }, [])
  return (
    <div className={css.form}>
      <NameInput
        inputRef={name}
        label={t('designers.sectionTitle')}
        value={row.section}
        path={`${path}.section`}
        onChange={(section = '') => onChange({ section })}
      />
    </div>
  )
}

function FieldForm({ form, rows, index, row, onChange }: Props & { row: FieldRow }) {
  const { t } = useI18n()
  const textOf = useNameText()
  const set = (changes: Partial<FieldRow>) => onChange(replaced(rows, index, { ...row, ...changes }))
  const sections = rows.flatMap((each, at) =>
    isSection(each) ? [{ value: String(at), label: textOf(each.section) || t('designers.newSection') }] : [],
  )
  const put = (value: string) => {
    const moved = intoSection(rows, index, value === '' ? undefined : Number(value))
    onChange(moved.rows, moved.index)
  }
  if (form === 'tile') return null
  return (
    <div className={css.form}>
      {sections.length > 0 && (
        <NativeSelect
          label={t('designers.section')}
          value={row.isInside ? String(startOfBlock(rows, index)) : ''}
          data={[{ value: '', label: t('designers.noSection') }, ...sections]}
          onChange={({ currentTarget }) => put(currentTarget.value)}
        />
      )}
      {form !== 'view' && (
        <div className={css.checks}>
          <Checkbox
            label={t('designers.readOnly')}
            description={t('designers.readOnlyHint')}
            checked={row.readonly}
            onChange={({ currentTarget }) => set({ readonly: currentTarget.checked })}
          />
          <Checkbox
            label={t('designers.required')}
            description={t('designers.requiredInFormHint')}
            checked={row.required}
            onChange={({ currentTarget }) => set({ required: currentTarget.checked })}
          />
        </div>
      )}
    </div>
  )
}
