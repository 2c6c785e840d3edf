import { useUserNames } from '../../../api/names.ts'
import { useI18n } from '../../../i18n/index.tsx'
import { type EditorProps, inputProps } from '../../editor.ts'
import { namedEntries } from '../../named-entries.ts'
import { SearchSelect } from '../../search-select.tsx'
import { searchUsers } from '../../searches.ts'

/** A search box for users. */
export function UserEditor(props: EditorProps) {
  const { field, value, onChange } = props
  const { t } = useI18n()
  const entries = namedEntries(value)
  const names = useUserNames(entries.filter(({ __name }) => __name === null).map(({ __id }) => __id))
  return (
    <SearchSelect
      input={inputProps(props)}
      queryKey={['choices', 'users']}
      search={searchUsers}
      selected={entries.map(({ __id, __name }) => ({ id: __id, name: __name ?? names.get(__id) ?? '…' }))}
      onSelect={(chosen) =>
        onChange(chosen.length > 0 ? chosen.map(({ id, name }) => ({ __id: id, __name: name })) : null)
      }
      isMultiple={field.array}
      placeholder={t('fields.searchUsers')}
    />
  )
}
