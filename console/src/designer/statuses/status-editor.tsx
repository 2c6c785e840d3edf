import { Checkbox, NativeSelect } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { statusTones } from '../../fields/field-type.ts'
import { useI18n } from '../../i18n/index.tsx'
import { codeFromName } from '../code-from-name.ts'
import { CodeInput } from '../code-input.tsx'
import { changed, type StatusEntry } from '../definition.ts'
import { useDesign } from '../design-context.ts'
import css from '../designer.module.css'
import { EntryEditor } from '../entry-editor.tsx'
import { NameInput } from '../name-input.tsx'
import type { Name } from '../names.ts'
import { useNameText } from '../use-name-text.ts'
import { NextStatuses } from './next-statuses.tsx'

const toneNames = {
  neutral: 'designers.toneNeutral',
  positive: 'designers.tonePositive',
  warning: 'designers.toneWarning',
  danger: 'designers.toneDanger',
} as const

/** The editor of one status. */
export function StatusEditor(props: {
  index: number
  entry: StatusEntry
  onChange: (entry: StatusEntry) => void
  onMove: (to: number) => void
  onRemove: () => void
}) {
  const { index, entry, onChange, onMove, onRemove } = props
  const { t } = useI18n()
  const { definition, deployed, problemAt } = useDesign()
  const { statuses = [], statusGroups = [] } = definition
  const textOf = useNameText()
  const path = `statuses[${index}]`
  const title = textOf(entry.name) || t('designers.newStatus')
  const isDeployed = deployed?.statuses?.some(({ code }) => code === entry.code) ?? false
  const taken = statuses.filter((each) => each !== entry).map(({ code }) => code)
  const set = (changes: Partial<StatusEntry>) => onChange(changed(entry, changes))
  const name = useRef<HTMLInputElement>(null)
  const isFresh = useRef(entry.code === '')
  useEffect(() => {
    if (isFresh.current) name.current?.focus()
  }, [])
  const rename = (next: Name = '') => {
    const follows = !isDeployed && entry.code === codeFromName(entry.name, taken)
    set({ name: next, ...(follows && { code: codeFromName(next, taken) }) })
  }
  return (
    <EntryEditor title={title} path={path} index={index} count={statuses.length} onMove={onMove} onRemove={onRemove}>
      <div className={css.form}>
        <NameInput
          inputRef={name}
          label={t('designers.name')}
          value={entry.name}
          path={`${path}.name`}
          onChange={rename}
        />
        <CodeInput
          value={entry.code}
          isDeployed={isDeployed}
          error={problemAt(`${path}.code`)}
          onChange={(code) => set({ code })}
        />
        {statusGroups.length > 0 && (
          <NativeSelect
            label={t('designers.statusGroup')}
            value={entry.group ?? statusGroups[0]!.code}
            data={statusGroups.map(({ code, name: text }) => ({ value: code, label: textOf(text) || code }))}
            error={problemAt(`${path}.group`)}
            onChange={({ currentTarget }) =>
              set({ group: currentTarget.value === statusGroups[0]!.code ? undefined : currentTarget.value })
            }
          />
        )}
        <NativeSelect
          label={t('designers.tone')}
          description={t('designers.toneHint')}
          value={entry.tone ?? ''}
          data={[
            { value: '', label: t('designers.toneByPosition') },
            ...statusTones.map((tone) => ({ value: tone, label: t(toneNames[tone]) })),
          ]}
          onChange={({ currentTarget }) => set({ tone: statusTones.find((tone) => tone === currentTarget.value) })}
        />
        <div className={css.checks}>
          <Checkbox
            label={t('designers.final')}
            description={t('designers.finalHint')}
            checked={entry.final === true}
            onChange={({ currentTarget }) =>
              set(currentTarget.checked ? { final: true, next: undefined } : { final: undefined })
            }
          />
          <Checkbox
            label={t('designers.hidden')}
            checked={entry.hidden === true}
            onChange={({ currentTarget }) => set({ hidden: currentTarget.checked || undefined })}
          />
          <Checkbox
            label={t('designers.byProcess')}
            description={t('designers.byProcessHint')}
            checked={entry.by === 'process'}
            error={problemAt(`${path}.by`)}
            onChange={({ currentTarget }) => set({ by: currentTarget.checked ? 'process' : undefined })}
          />
        </div>
        {!entry.final && <NextStatuses entry={entry} path={path} onChange={(next) => set({ next })} />}
      </div>
    </EntryEditor>
  )
}
