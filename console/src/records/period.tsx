import { DateBox } from '../fields/date-box.tsx'
import { useI18n } from '../i18n/index.tsx'
import css from './records.module.css'

interface Props {
  readonly from: string | undefined
  readonly to: string | undefined
  readonly onChange: (change: { from?: string | undefined; to?: string | undefined }) => void
}

/** Inputs for the first and the last registration date of the listed registrations. */
export function Period({ from, to, onChange }: Props) {
  const { t } = useI18n()
  return (
    <span className={css.period}>
      <DateBox
        aria-label={t('records.from')}
        title={t('records.from')}
        w={150}
        value={from ?? ''}
        onChange={(day) => onChange({ from: day || undefined })}
      />
      –
      <DateBox
        aria-label={t('records.to')}
        title={t('records.to')}
        w={150}
        value={to ?? ''}
        onChange={(day) => onChange({ to: day || undefined })}
      />
    </span>
  )
}
