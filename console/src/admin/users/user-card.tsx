import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFormats } from '../../i18n/format.ts'
import { useI18n } from '../../i18n/index.tsx'
import { FieldList } from '../../ui/field-list.tsx'
import { EmptyState, QueryView } from '../../ui/states.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import css from '../area/form.module.css'
import { UserActions } from './user-actions.tsx'
import { UserGroups } from './user-groups.tsx'
import { UserPositions } from './user-positions.tsx'
import { statusOf, statusTones, type User, userQuery } from './user-queries.ts'

/** A user with data, actions, groups and positions. */
export function UserCard({ id }: { id: string }) {
  const { t } = useI18n()
  return (
    <QueryView query={useQuery(userQuery(id))}>
      {([user]) =>
        user ? (
          <div className={css.card}>
            <Facts user={user} />
            <UserActions user={user} />
            <UserGroups user={user} />
            <UserPositions userId={user.__id} />
          </div>
        ) : (
          <EmptyState title={t('ui.missing')} text={t('ui.missingText')} />
        )
      }
    </QueryView>
  )
}

function Facts({ user }: { user: User }) {
  const { t } = useI18n()
  const { dateTime } = useFormats()
  const status = statusOf(user)
  const items = [
    {
      key: 'status',
      name: t('admin.status'),
      value: <StatusChip tone={statusTones[status]}>{t(`admin.status_${status}`)}</StatusChip>,
    },
    { key: 'login', name: t('admin.login'), value: user.login },
    {
      key: 'email',
      name: t('admin.email'),
      value: user.email ? <a href={`mailto:${user.email}`}>{user.email}</a> : null,
    },
    { key: 'position', name: t('admin.position'), value: user.displayedPosition || null },
    { key: 'created', name: t('admin.created'), value: dateTime(String(user.__createdAt)) },
    {
      key: 'access',
      name: t('admin.access'),
      value: (
        <Link to="/admin/access" search={{ userId: user.__id }}>
          {t('admin.explainAccess')}
        </Link>
      ),
    },
  ]
  return <FieldList items={items} />
}
