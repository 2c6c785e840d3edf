import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query-keys.ts'
import { useI18n } from '../../i18n/index.tsx'
import css from './stopped-instances.module.css'

const maxShown = 5

/** Which instances are looked at: one by its id, or those that run for an element. */
export type StoppedOf =
  | { readonly instance: string }
  | { readonly item: { readonly namespace: string; readonly code: string; readonly id: string } }

/** The instances that have stopped with an incident, as far as the user may see them. */
export const stoppedQuery = (of: StoppedOf) =>
  queryOptions({
    queryKey: keys.instance('stopped', of),
    queryFn: async ({ signal }) => {
      const tf = { __state: 'error', ...('item' in of && { __item: of.item }) }
      const query = { size: maxShown, filter: { tf }, ...('instance' in of && { ids: [of.instance] }) }
      return (await call('listAllInstances', { query: { query }, signal })).result.result
    },
  })

/** Says which processes have stopped, with links to their incidents. */
export function StoppedInstances({ of }: { of: StoppedOf }) {
  const { t } = useI18n()
  const { data = [] } = useQuery(stoppedQuery(of))
  if (data.length === 0) return null
  return (
    <ul className={css.stopped} aria-label={t('card.stoppedProcesses')}>
      {data.map(({ __id, __name }) => (
        <li key={__id}>
          {t('card.processStopped', { name: String(__name ?? '') })}{' '}
          <Link to="/instances/$id" params={{ id: __id }} search={{ tab: 'incidents' }}>
            {t('card.showIncidents')}
          </Link>
        </li>
      ))}
    </ul>
  )
}
