import { call } from '../../api/call.ts'
import { useUserNames } from '../../api/names.ts'
import { staleAfter } from '../../api/query-keys.ts'
import type { Choice } from '../../fields/search-select.tsx'
import { UserSelect } from '../../fields/user-select.tsx'
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
    invalidates: staleAfter.orgHolders(),
    done: t('admin.saved'),
  })
  return (
    <UserSelect
      input={{ label: t('admin.holders'), disabled: save.isPending }}
      selected={item.holders.map((id) => ({ id, name: names.get(id) ?? '…' }))}
      onSelect={(holders) => save.mutate(holders)}
      isMultiple={item.kind === 'position_type'}
    />
  )
}
