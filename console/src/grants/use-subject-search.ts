import { useQueryClient } from '@tanstack/react-query'
import { groupsQuery, orgItemsQuery } from '../api/names.ts'
import type { Choice } from '../fields/search-select.tsx'
import { searchUsers, searchWithin } from '../fields/searches.ts'
import { useI18n } from '../i18n/index.tsx'

/** Returns a search by name in users, groups and items of the organisation chart. Users come first. */
export function useSubjectSearch(): (text: string, signal: AbortSignal) => Promise<readonly Choice[]> {
  const { t } = useI18n()
  const client = useQueryClient()
  return async (text, signal) => {
    const [users, groups, items] = await Promise.all([
      searchUsers(text, signal),
      client.ensureQueryData(groupsQuery),
      client.ensureQueryData(orgItemsQuery),
    ])
    const others: readonly Choice[] = [
      ...groups.map(({ id, name }) => ({ id, name: `${name} · ${t('grants.kind_group')}` })),
      ...items.map(({ id, name, kind }) => ({ id, name: `${name} · ${t(`grants.kind_${kind}`)}` })),
    ]
    return [...users, ...(await searchWithin(others)(text))]
  }
}
