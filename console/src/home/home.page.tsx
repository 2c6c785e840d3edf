import { useQuery } from '@tanstack/react-query'
import { useI18n } from '../i18n/index.tsx'
import { Page } from '../ui/page.tsx'
import css from './home.module.css'
import { InstanceDurations } from './instance-durations.tsx'
import { OpenIncidents } from './open-incidents.tsx'
import { RegistrationsByWeek } from './registrations-by-week.tsx'
import { TasksByAge } from './tasks-by-age.tsx'
import { Tiles } from './tiles.tsx'
import { firstTasksQuery, Today } from './today.tsx'

/** The day of the user: figures, the tasks of today, and four charts. Each counts what the user may see. */
export function HomePage() {
  const { t } = useI18n()
  const { isPending } = useQuery(firstTasksQuery)
  return (
    <Page title={t('app.home')} isBusy={isPending}>
      <div className={css.home}>
        <Tiles />
        {/* What stands below waits for the tasks, so that it does not move. */}
        {!isPending && (
          <>
            <Today />
            <div className={css.cards}>
              <TasksByAge />
              <InstanceDurations />
              <RegistrationsByWeek />
              <OpenIncidents />
            </div>
          </>
        )}
      </div>
    </Page>
  )
}
