import { useQuery } from '@tanstack/react-query'
import { orgItemsQuery } from '../../../api/names.ts'
import { keys } from '../../../api/query-keys.ts'
import { useI18n } from '../../../i18n/index.tsx'
import { type EditorProps, inputProps } from '../../editor.ts'
import { SearchSelect } from '../../search-select.tsx'
import { searchWithin } from '../../searches.ts'

/** A choice of positions and departments. */
export function OrgItemEditor(props: EditorProps) {
  const { field, value, onChange } = props
  const { t } = useI18n()
  const { data: items = [] } = useQuery(orgItemsQuery)
  return (
    <SearchSelect
      input={inputProps(props)}
      queryKey={keys.choices('org-items', items.length)}
      search={searchWithin(items)}
      selected={((value ?? []) as string[]).map((id) => ({
        id,
        name: items.find((item) => item.id === id)?.name ?? '…',
      }))}
      onSelect={(chosen) => onChange(chosen.length > 0 ? chosen.map(({ id }) => id) : null)}
      isMultiple={field.array}
      placeholder={t('fields.select')}
    />
  )
}
