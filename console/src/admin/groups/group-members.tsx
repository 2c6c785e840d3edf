import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { groupsQuery, orgItemsQuery } from '../../api/names.ts'
import { keys, staleAfter } from '../../api/query-keys.ts'
import { type Choice, SearchSelect } from '../../fields/search-select.tsx'
import { searchUsers, searchWithin } from '../../fields/searches.ts'
import { useI18n } from '../../i18n/index.tsx'
import { QueryView } from '../../ui/states.tsx'
import { useAction } from '../../ui/use-action.ts'
import css from '../area/form.module.css'
import { type Group, groupUsersQuery, isDerived } from './group-queries.ts'

/** The direct members of a group: people, positions, departments and other groups. */
export function GroupMembers({ group }: { group: Group }) {
  const { t } = useI18n()
  const { __id: id, subOrgunitIds } = group
  const users = useQuery(groupUsersQuery(id))
  const groups = useQuery(groupsQuery).data ?? []
  const items = useQuery(orgItemsQuery).data ?? []
  const invalidates = staleAfter.membership()
  const add = useAction({ run: (item: string) => call('addGroupItems', { params: { id }, body: [item] }), invalidates })
  const remove = useAction({
    run: (item: string) => call('removeGroupItems', { params: { id }, body: [item] }),
    invalidates,
  })
  const others: readonly Choice[] = [...groups.filter((each) => each.id !== id), ...items]
  const search = async (text: string, signal: AbortSignal): Promise<readonly Choice[]> => [
    ...(await searchUsers(text, signal)),
    ...(await searchWithin(others)(text)),
  ]
  if (isDerived(group)) return <p className={css.hint}>{t('admin.derivedMembers')}</p>
  return (
    <section>
      <h2>{t('admin.members')}</h2>
      <QueryView query={users}>
        {(people) => {
          const members = [...people, ...others.filter((each) => subOrgunitIds.includes(each.id))]
          if (members.length === 0) return <p className={css.hint}>{t('admin.noMembers')}</p>
          return (
            <ul className={css.names}>
              {members.map((member) => (
                <li key={member.id}>
                  {member.name}
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    aria-label={t('admin.removeMember', { name: member.name })}
                    loading={remove.isPending && remove.variables === member.id}
                    onClick={() => remove.mutate(member.id)}
                  >
                    {t('ui.remove')}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }}
      </QueryView>
      <SearchSelect
        input={{ label: t('admin.addMember') }}
        queryKey={keys.choices('members', id, others.length)}
        search={search}
        selected={[]}
        onSelect={([chosen]) => chosen && add.mutate(chosen.id)}
        isMultiple={false}
        placeholder={t('admin.chooseMember')}
      />
    </section>
  )
}
