import { keys } from '../../../api/query-keys.ts'
import { useI18n } from '../../../i18n/index.tsx'
import { type EditorProps, inputProps } from '../../editor.ts'
import { SearchSelect } from '../../search-select.tsx'
import { searchDirectories } from '../../searches.ts'

/** A search box for directories of files. */
export function DirectoryEditor(props: EditorProps) {
  const { value, onChange } = props
  const { t } = useI18n()
  return (
    <SearchSelect
      input={inputProps(props)}
      queryKey={keys.choices('directories')}
      search={searchDirectories}
      selected={typeof value === 'string' ? [{ id: value, name: t('fields.directory') }] : []}
      onSelect={([chosen]) => onChange(chosen?.id ?? null)}
      isMultiple={false}
      placeholder={t('fields.select')}
    />
  )
}
