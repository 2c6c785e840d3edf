import { useI18n } from '../i18n/index.tsx'
import css from './filter-chips.module.css'
import { CloseIcon } from './icons.tsx'

/** An active filter, such as "Kind is Supplier". */
export interface FilterChip {
  readonly key: string
  readonly name: string
  readonly relation: string
  readonly value: string
  readonly onEdit?: () => void
  readonly onRemove: () => void
}

/** The active filters, each with a button that removes it, and "Clear all". */
export function FilterChips({ chips, onClear }: { chips: readonly FilterChip[]; onClear?: () => void }) {
  const { t } = useI18n()
  return (
    <>
      {chips.map(({ key, name, relation, value, onEdit, onRemove }) => (
        <span key={key} className={css.chip}>
          {onEdit ? (
            <button type="button" onClick={onEdit}>
              <b>{name}</b> {relation} <span>{value}</span>
            </button>
          ) : (
            <span className={css.text}>
              <b>{name}</b> {relation} <span>{value}</span>
            </span>
          )}
          <button type="button" aria-label={t('ui.removeFilter', { name })} onClick={onRemove}>
            <CloseIcon size={12} />
          </button>
        </span>
      ))}
      {onClear && chips.length > 0 && (
        <button type="button" className={css.clear} onClick={onClear}>
          {t('ui.clearAll')}
        </button>
      )}
    </>
  )
}
