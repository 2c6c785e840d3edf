import { TextInput } from '@mantine/core'
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
        <TextInput
          id="deliveries-from"
          type="date"
          value={from ?? ''}
          max={to}
          onChange={(event) => onChange({ from: event.currentTarget.value || undefined })}
        />
      </div>
      <div className={css.day}>
        <label htmlFor="deliveries-to">{t('admin.to')}</label>
        <TextInput
          id="deliveries-to"
          type="date"
          value={to ?? ''}
          min={from}
          onChange={(event) => onChange({ to: event.currentTarget.value || undefined })}
        />
      </div>
    </div>
  )
}
