import { call } from '../../api/call.ts'
import { useUserNames } from '../../api/names.ts'
import { type Choice, SearchSelect } from '../../fields/search-select.tsx'
import { searchUsers } from '../../fields/searches.ts'
import { useI18n } from '../../i18n/index.tsx'
import { useAction } from '../../ui/use-action.ts'
import type { OrgItem } from './org-tree.ts'

/** The holders of a position: one, or many when it is a position type. */
export function OrgHolders({ item }: { item: OrgItem }) {
  const { t } = useI18n()
  const names = useUserNames(item.holders)
  const save = useAction({
    run: (holders: readonly Choice[]) =>
      call('updateOrgItem', { params: { id: item.id }, body: { holders: holders.map(({ id }) => id) } }),
    invalidates: [['org-items'], ['users'], ['groups']],
    done: t('admin.saved'),
  })
  return (
    <SearchSelect
      input={{ label: t('admin.holders'), disabled: save.isPending }}
      queryKey={['choices', 'users']}
      search={searchUsers}
      selected={item.holders.map((id) => ({ id, name: names.get(id) ?? '…' }))}
      onSelect={(holders) => save.mutate(holders)}
      isMultiple={item.kind === 'position_type'}
      placeholder={t('fields.searchUsers')}
    />
  )
}
