import { useRef, useState } from 'react'
import { useI18n } from '../../i18n/index.tsx'
import { ListIcon } from '../../ui/icons.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Tag } from '../../ui/status-chip.tsx'
import type { FormEntry, FormKey } from '../definition.ts'
import { useDesign } from '../design-context.ts'
import css from '../designer.module.css'
import { EntryList, type ListedEntry } from '../entry-list.tsx'
import { useFieldChoices } from '../use-field-choices.ts'
import { useNameText } from '../use-name-text.ts'
import { withField, withoutRow } from './change-rows.ts'
import { codesNotIn, entriesOf, type FormRow, isSection, pathsOf, rowsOf } from './form-rows.ts'
import { LeftOut } from './left-out.tsx'
import { movedRow, startOfBlock } from './move-row.ts'
import { RowEditor } from './row-editor.tsx'

/** The sections and fields of one form, the editor of one of them, and the fields that the form leaves out. */
export function FormEditor(props: {
  form: FormKey
  entries: readonly FormEntry[]
  /** Codes of all fields of the application. */
  codes: readonly string[]
  open: number | undefined
  onOpen: (index: number | undefined) => void
  onChange: (entries: readonly FormEntry[], what?: string) => void
}) {
  const { form, entries, codes, open, onOpen, onChange } = props
  const { t } = useI18n()
  const list = useRef<HTMLDivElement>(null)
  // Counts how often a row was opened; part of the key of the editor. A move of the open row does not change the
  // count, so the editor stays and keeps the focus.
  const [opened, setOpened] = useState(0)
  const openRow = (index: number) => {
    setOpened((now) => now + 1)
    onOpen(index)
  }
  const rows = rowsOf(entries)
  const current = open === undefined ? undefined : rows[open]
  const set = (next: readonly FormRow[], what?: string) => onChange(entriesOf(next), what)
  const move = (from: number, to: number) => {
    const moved = movedRow(rows, from, to > from ? 1 : -1)
    if (moved.rows === rows) return
    set(moved.rows)
    if (open !== undefined) onOpen(open === from ? moved.index : undefined)
  }
  /** Focuses a row after the focused element was removed. */
  const focusRow = (index: number) =>
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>('ol button')[Math.max(0, index)]?.focus())
  const add = (next: readonly FormRow[]) => {
    set(next)
    openRow(next.length - 1)
    focusRow(next.length - 1)
  }
  return (
    <div className={css.columns}>
      <div className={css.list} ref={list}>
        <EntryList
          label={t(`designers.form_${form}`)}
          entries={useListedRows(form, rows)}
          open={open}
          onOpen={openRow}
          onMove={move}
          landsAt={(from, to) => movedRow(rows, from, to > from ? 1 : -1).index}
          {...(form !== 'tile' && {
            addLabel: t('designers.addSection'),
            onAdd: () => {
              set([...rows, { section: '' }])
              openRow(rows.length)
            },
          })}
        />
        <LeftOut codes={codesNotIn(rows, codes)} onAdd={(code) => add(withField(rows, code))} />
      </div>
      {current && open !== undefined ? (
        <RowEditor
          key={opened}
          form={form}
          rows={rows}
          index={open}
          onChange={(next, index = open) => {
            set(next, `${form} ${open}`)
            if (index !== open) onOpen(index)
          }}
          onRemove={() => {
            set(withoutRow(rows, open))
            onOpen(undefined)
            focusRow(open - 1)
          }}
        />
      ) : (
        <EmptyState
          icon={<ListIcon size={28} />}
          title={t('designers.chooseRow')}
          text={t(form === 'tile' ? 'designers.tileText' : 'designers.formText')}
        />
      )}
    </div>
  )
}

/** Returns the rows as the list shows them. */
function useListedRows(form: FormKey, rows: readonly FormRow[]): readonly ListedEntry[] {
  const { t } = useI18n()
  const textOf = useNameText()
  const choices = useFieldChoices()([])
  const { deployed, problemAt } = useDesign()
  const known = new Set(rowsOf(deployed?.forms?.[form] ?? []).map((row) => JSON.stringify(row)))
  const paths = pathsOf(rows, form)
  return rows.map((row, index): ListedEntry => {
    const path = paths[index]!
    const listed = { key: String(index), isChanged: !known.has(JSON.stringify(row)) }
    if (isSection(row)) {
      const hasProblem = [path, `${path}.section`, `${path}.fields`].some((each) => problemAt(each) !== undefined)
      return {
        ...listed,
        title: textOf(row.section) || t('designers.newSection'),
        hint: t('designers.section'),
        hasProblem,
      }
    }
    const above = rows[startOfBlock(rows, index)]
    return {
      ...listed,
      title: choices.find(({ value }) => value === row.code)?.label ?? row.code,
      hint: row.isInside && isSection(above) ? `${row.code} · ${textOf(above.section)}` : row.code,
      isInside: row.isInside,
      marks: (
        <>
          {row.readonly && <Tag>{t('designers.readOnly')}</Tag>}
          {row.required && <Tag>{t('designers.required')}</Tag>}
        </>
      ),
      hasProblem: problemAt(path) !== undefined,
    }
  })
}
