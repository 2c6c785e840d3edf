import { Checkbox, NativeSelect } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { definitionOf, definitionsOfTypes, typeNamed } from '../../fields/field-types.ts'
import { useI18n } from '../../i18n/index.tsx'
import { codeFromName } from '../code-from-name.ts'
import { CodeInput } from '../code-input.tsx'
import { changed, type FieldEntry } from '../definition.ts'
import { useDesign } from '../design-context.ts'
import css from '../designer.module.css'
import { NameInput } from '../name-input.tsx'
import type { Name } from '../names.ts'
import { DefaultInput } from './default-input.tsx'
import { FieldSettings } from './field-settings.tsx'

/** The inputs of a field, or of a column of a table. */
export function FieldForm(props: {
  entry: FieldEntry
  /** Place of the field in the definition. */
  path: string
  /** The field as it is deployed. */
  before: FieldEntry | undefined
  /** Codes of the other fields. */
  taken: readonly string[]
  isColumn?: boolean
  onChange: (entry: FieldEntry) => void
  /** The columns, when the field is a table. */
  columns?: ReactNode
  /** Further check boxes. */
  children?: ReactNode
}) {
  const { entry, path, before, taken, isColumn = false, onChange, columns, children } = props
  const { t } = useI18n()
  const { problemAt } = useDesign()
  const name = useRef<HTMLInputElement>(null)
  const isFresh = useRef(entry.code === '' && !isColumn)
  useEffect(() => {
    if (isFresh.current) name.current?.focus()
  }, [])
  const { hasArray, hasSearch, hasIndex } = definitionOf(entry.type)
  const set = (changes: Partial<FieldEntry>) => onChange(changed(entry, changes))
  const rename = (next: Name | undefined) => {
    const follows = before === undefined && entry.code === codeFromName(entry.name ?? '', taken)
    set({ name: next, ...(follows && { code: codeFromName(next ?? '', taken) }) })
  }
  const retype = (type: string) => {
    const kept = Object.fromEntries(keysOfType(entry, type).map((key) => [key, entry[key]]))
    onChange(changed({ ...kept, code: entry.code, type } as FieldEntry, {}))
  }
  const types = definitionsOfTypes.filter(({ word }) => !isColumn || !typeNamed(word).holdsRows)
  const flag = (key: 'required' | 'array' | 'indexed' | 'search') => (
    <Checkbox
      label={t(`designers.${key}`)}
      description={t(`designers.${key}Hint`)}
      checked={entry[key] === true}
      error={problemAt(`${path}.${key}`)}
      onChange={(event) => set({ [key]: event.currentTarget.checked || undefined })}
    />
  )
  return (
    <div className={css.form}>
      <NameInput
        inputRef={name}
        label={t('designers.name')}
        value={entry.name}
        placeholder={entry.code}
        path={`${path}.name`}
        onChange={rename}
      />
      <CodeInput
        value={entry.code}
        isDeployed={before !== undefined}
        error={problemAt(`${path}.code`)}
        onChange={(code) => set({ code })}
      />
      <NativeSelect
        label={t('designers.type')}
        value={entry.type}
        data={types.map(({ word }) => ({ value: word, label: t(`designers.type_${word}`) }))}
        description={before && before.type !== entry.type ? t('designers.typeChanged') : undefined}
        error={problemAt(`${path}.type`)}
        onChange={(event) => retype(event.currentTarget.value)}
      />
      <FieldSettings entry={entry} path={path} before={before} set={set} />
      {columns}
      <div className={css.checks}>
        {flag('required')}
        {hasArray && flag('array')}
        {children}
        {!isColumn && hasIndex && flag('indexed')}
        {!isColumn && hasSearch && flag('search')}
      </div>
      <DefaultInput entry={entry} error={problemAt(`${path}.default`)} onChange={(value) => set({ default: value })} />
    </div>
  )
}

/** The keys of a field that every type has; all others are settings of its type. */
const commonKeys = ['code', 'name', 'type', 'required', 'array', 'default', 'indexed', 'search']

/** Returns the keys that a field keeps when it gets another type. */
function keysOfType(entry: object, word: string): string[] {
  const { hasArray, hasSearch, hasIndex } = definitionOf(word)
  const gone = [!hasArray && 'array', !hasSearch && 'search', !hasIndex && 'indexed', 'default']
  return Object.keys(entry).filter((key) => commonKeys.includes(key) && !gone.includes(key))
}
