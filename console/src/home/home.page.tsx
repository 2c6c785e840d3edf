import { useI18n } from '../i18n/index.tsx'
import { Page } from '../ui/page.tsx'
import css from './home.module.css'
import { InstanceDurations } from './instance-durations.tsx'
import { OpenIncidents } from './open-incidents.tsx'
import { RegistrationsByWeek } from './registrations-by-week.tsx'
import { TasksByAge } from './tasks-by-age.tsx'

/** The state of the work in four charts. Each counts what the user may see. */
export function HomePage() {
  const { t } = useI18n()
  return (
    <Page title={t('app.home')}>
      <div className={css.cards}>
        <TasksByAge />
        <InstanceDurations />
        <RegistrationsByWeek />
        <OpenIncidents />
      </div>
    </Page>
  )
}
