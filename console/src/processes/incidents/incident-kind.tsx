import { type TextKey, useI18n } from '../../i18n/index.tsx'
import css from '../panels.module.css'
import { incidentKinds } from './incident-kinds.ts'

/** The kind of an incident, and what a person can do about it. An unknown kind of a newer server is shown as is. */
export function IncidentKind({ kind }: { kind: string }) {
  const { t } = useI18n()
  const known = incidentKinds.find((each) => each === kind)
  if (known === undefined) return <p className={css.details}>{kind}</p>
  return (
    <p className={css.details} title={kind}>
      <b>{t(`incidents.${known}` satisfies TextKey)}</b>. {t(`incidents.${known}_advice` satisfies TextKey)}
    </p>
  )
}
