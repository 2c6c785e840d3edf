import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { orgItemsQuery } from '../../api/names.ts'
import { useI18n } from '../../i18n/index.tsx'
import { QueryView } from '../../ui/states.tsx'
import css from '../area/form.module.css'

/** The positions that a user holds, with their departments. */
export function UserPositions({ userId }: { userId: string }) {
  const { t } = useI18n()
  return (
    <section>
      <h2>{t('admin.positions')}</h2>
      <QueryView query={useQuery(orgItemsQuery)}>
        {(items) => {
          const held = items.filter(({ holders }) => holders.includes(userId))
          if (held.length === 0) return <p className={css.hint}>{t('admin.noPositions')}</p>
          return (
            <ul className={css.names}>
              {held.map(({ id, name, parent }) => (
                <li key={id}>
                  <Link to="/admin/org" search={{ open: id }}>
                    {name}
                  </Link>
                  <small>{items.find((item) => item.id === parent)?.name}</small>
                </li>
              ))}
            </ul>
          )
        }}
      </QueryView>
    </section>
  )
}
