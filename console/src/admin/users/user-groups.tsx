import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { groupsQuery } from '../../api/names.ts'
import { keys, staleAfter } from '../../api/query-keys.ts'
import { SearchSelect } from '../../fields/search-select.tsx'
import { searchWithin } from '../../fields/searches.ts'
import { useI18n } from '../../i18n/index.tsx'
import { QueryView } from '../../ui/states.tsx'
import { useAction } from '../../ui/use-action.ts'
import css from '../area/form.module.css'
import { groupsOfUserQuery, type User } from './user-queries.ts'

/** The groups of a user. Memberships through a position or another group are shown, but cannot be removed here. */
export function UserGroups({ user: { __id: userId } }: { user: User }) {
  const { t } = useI18n()
  const query = useQuery(groupsOfUserQuery(userId))
  const groups = (useQuery(groupsQuery).data ?? []).toSorted((one, other) => one.name.localeCompare(other.name))
  const invalidates = staleAfter.membership()
  const add = useAction({
    run: (id: string) => call('addGroupItems', { params: { id }, body: [userId] }),
    invalidates,
    done: t('admin.addedToGroup'),
  })
  const remove = useAction({
    run: (id: string) => call('removeGroupItems', { params: { id }, body: [userId] }),
    invalidates,
    done: t('admin.removedFromGroup'),
  })
  return (
    <section>
      <h2>{t('admin.groups')}</h2>
      <QueryView query={query}>
        {(memberships) => (
          <ul className={css.names}>
            {memberships.map(({ __id, name, subOrgunitIds }) => (
              <li key={__id}>
                <Link to="/admin/groups" search={{ open: __id }}>
                  {name}
                </Link>
                {subOrgunitIds.includes(userId) ? (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    aria-label={t('admin.removeFrom', { name })}
                    loading={remove.isPending && remove.variables === __id}
                    onClick={() => remove.mutate(__id)}
                  >
                    {t('ui.remove')}
                  </Button>
                ) : (
                  <small>{t('admin.indirect')}</small>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      <SearchSelect
        input={{ label: t('admin.addToGroup') }}
        queryKey={keys.choices('groups', groups.length)}
        search={searchWithin(groups)}
        selected={[]}
        onSelect={([chosen]) => chosen && add.mutate(chosen.id)}
        isMultiple={false}
        placeholder={t('admin.chooseGroup')}
      />
    </section>
  )
}
