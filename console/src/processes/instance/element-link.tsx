import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query-keys.ts'
import { useI18n } from '../../i18n/index.tsx'

interface Address {
  readonly namespace: string
  readonly code: string
  readonly id: string
}

/** The name of an element as a link to its page; says so when the user cannot see the element. */
export function ElementLink({ element: { namespace, code, id } }: { element: Address }) {
  const { t } = useI18n()
  const { data: name, isPending } = useQuery({
    queryKey: keys.elements({ namespace, code }, 'name', id),
    queryFn: async ({ signal }) => {
      const body = { ids: [id], size: 1, fields: { __name: true } }
      const { result } = await call('listElements', { params: { namespace, code }, body, signal })
      const [found] = result.result
      return found ? String(found.__name ?? '') || t('card.unnamed') : null
    },
    retry: false,
  })
  if (isPending) return '…'
  if (name === undefined || name === null) return t('card.hiddenElement')
  return <Link to={`/apps/${namespace}/${code}/${id}` as '/'}>{name}</Link>
}
