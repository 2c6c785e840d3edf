import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { workspaceQuery } from '../api/workspace.ts'
import { today } from '../fields/days.ts'
import { useFormats } from '../i18n/format.ts'
import { useI18n } from '../i18n/index.tsx'
import { groupsQuery } from '../processes/incidents/groups.ts'
import { registrationsQuery } from '../records/record-queries.ts'
import { countsQuery } from '../tasks/task-queries.ts'
import css from './home.module.css'

/** The figures of the day; each leads to the list that it counts. */
export function Tiles() {
  const { t } = useI18n()
  const { isAdministrator } = useSuspenseQuery(workspaceQuery).data
  const counts = useQuery(countsQuery)
  const day = { from: today(), to: today(), status: 'registered' } as const
  const registrations = useQuery(registrationsQuery({ ...day, size: 1 }))
  const incidents = useQuery(groupsQuery).data?.reduce((sum, { count }) => sum + count, 0)
  return (
    <ul className={css.tiles}>
      <li>
        <Link to="/tasks">
          <Figure name={t('app.tasks')} count={counts.data?.mine} />
        </Link>
      </li>
      <li>
        <Link to="/tasks" search={{ tab: 'overdue' }}>
          <Figure name={t('tasks.overdue')} count={counts.data?.overdue} isAlarming />
        </Link>
      </li>
      {!registrations.isError && (
        <li>
          <Link to="/records/journal" search={day}>
            <Figure name={t('home.registeredToday')} count={registrations.data?.total} />
          </Link>
        </li>
      )}
      {/* The server returns incidents only to users who administer a process, so other users do not see this figure. */}
      {(isAdministrator || (incidents ?? 0) > 0) && (
        <li>
          <Link to="/incidents">
            <Figure name={t('reports.openIncidents')} count={incidents} isAlarming />
          </Link>
        </li>
      )}
    </ul>
  )
}

/** A figure with its name. An alarming figure has the colour of danger unless it is zero. */
function Figure(props: { name: string; count: number | undefined; isAlarming?: boolean }) {
  const { name, count, isAlarming = false } = props
  const { number } = useFormats()
  return (
    <>
      <span className={css.figure} data-alarming={(isAlarming && (count ?? 0) > 0) || undefined}>
        {count === undefined ? '\u00a0' : number(count)}
      </span>{' '}
      <span>{name}</span>
    </>
  )
}
