import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Field } from '../../fields/field-type.ts'
import { typeOf } from '../../fields/field-types.ts'
import { useI18n } from '../../i18n/index.tsx'
import { ButtonWithReason } from '../../ui/button-with-reason.tsx'
import { titleOf } from '../field-title.ts'
import { ChoiceCriterion, LinkCriterion, PeriodButtons, RangeCriterion, TextCriterion } from './criteria.tsx'
import css from './filter-menu.module.css'
import type { FieldFilter } from './filters.ts'

interface Props {
  readonly field: Field
  readonly onApply: (filter: FieldFilter) => void
  readonly onBack: () => void
}

/** The form for the filter of one field: a criterion, "empty" or "not empty". */
export function FilterForm({ field, onApply, onBack }: Props) {
  const { t } = useI18n()
  const [filter, setFilter] = useState<FieldFilter>()
  const code = field.code
  const kind = typeOf(field).filter
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        if (filter) onApply(filter)
      }}
    >
      <b>{titleOf(field, t)}</b>
      {kind === 'text' && <TextCriterion field={field} onChange={setFilter} />}
      {(kind === 'number' || kind === 'money' || kind === 'date') && (
        <RangeCriterion field={field} isDate={kind === 'date'} onChange={setFilter} />
      )}
      {kind === 'date' && field.data.view !== 'time' && <PeriodButtons field={field} onChoose={onApply} />}
      {kind === 'choice' && <ChoiceCriterion field={field} onChange={setFilter} />}
      {(kind === 'link' || kind === 'user') && <LinkCriterion field={field} kind={kind} onChange={setFilter} />}
      {kind === 'boolean' && (
        <div className={css.periods}>
          {(['true', 'false'] as const).map((value) => (
            <Button key={value} variant="default" onClick={() => onApply({ field: code, kind: 'is', value })}>
              {t(value === 'true' ? 'ui.yes' : 'ui.no')}
            </Button>
          ))}
        </div>
      )}
      <div className={css.periods}>
        <Button size="compact-sm" variant="default" onClick={() => onApply({ field: code, kind: 'empty' })}>
          {t('elements.isEmpty')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => onApply({ field: code, kind: 'filled' })}>
          {t('elements.isNotEmpty')}
        </Button>
      </div>
      <div className={css.buttons}>
        <Button variant="subtle" color="gray" onClick={onBack}>
          {t('ui.back')}
        </Button>
        {kind !== 'empty' && kind !== 'boolean' && (
          <ButtonWithReason type="submit" reason={filter === undefined ? t('elements.filterIncomplete') : undefined}>
            {t('ui.apply')}
          </ButtonWithReason>
        )}
      </div>
    </form>
  )
}
