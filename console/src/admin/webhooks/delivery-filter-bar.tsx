import { DateBox } from '../../fields/date-box.tsx'
import { useI18n } from '../../i18n/index.tsx'
import { Segments } from '../../ui/segments.tsx'
import css from '../audit/audit.module.css'
import { type DeliveryFilters, deliveryStates } from './webhook-queries.ts'

/** The filters of deliveries: state and days. */
export function DeliveryFilterBar(props: {
  filters: DeliveryFilters
  onChange: (change: { [Key in keyof DeliveryFilters]: DeliveryFilters[Key] | undefined }) => void
}) {
  const { filters, onChange } = props
  const { t } = useI18n()
  const { state, from, to } = filters
  return (
    <div className={css.filters}>
      <Segments
        label={t('admin.status')}
        segments={(['all', ...deliveryStates] as const).map((key) => ({ key, label: t(`webhooks.delivery_${key}`) }))}
        selected={state ?? 'all'}
        onSelect={(key) => onChange({ state: deliveryStates.find((one) => one === key) })}
      />
      <div className={css.day}>
        <label htmlFor="deliveries-from">{t('admin.from')}</label>
        <DateBox
          id="deliveries-from"
          w={150}
          value={from ?? ''}
          onChange={(day) => onChange({ from: day || undefined })}
        />
      </div>
      <div className={css.day}>
        <label htmlFor="deliveries-to">{t('admin.to')}</label>
        <DateBox id="deliveries-to" w={150} value={to ?? ''} onChange={(day) => onChange({ to: day || undefined })} />
      </div>
    </div>
  )
}
