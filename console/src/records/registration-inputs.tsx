import { Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { SearchWithin } from '../fields/search-within.tsx'
import { useI18n } from '../i18n/index.tsx'
import { CardDay, CardPairs, CardText } from './card-inputs.tsx'
import { registrationsQuery } from './record-queries.ts'
import css from './records.module.css'
import type { RegistrationInput } from './registration-input.ts'

/** The inputs of a registration: its number, the place of the paper, and on demand the other values of the card. */
export function RegistrationInputs(props: {
  caseId: string
  /** Whether the numbers of the case are entered by hand. */
  isTyped: boolean
  values: RegistrationInput
  onChange: (values: RegistrationInput) => void
}) {
  const { caseId, isTyped, values, onChange } = props
  const { t } = useI18n()
  const reserved = useQuery(registrationsQuery({ caseId, status: 'reserved', size: 100 })).data?.rows ?? []
  const card = { values, onChange: (change: Partial<RegistrationInput>) => onChange({ ...values, ...change }) }
  return (
    <>
      {reserved.length > 0 && (
        <SearchWithin
          input={{ label: t('records.reservedNumber') }}
          of="reserved"
          entries={reserved.map(({ __id: id, number }) => ({ id, name: number }))}
          value={values.reservationId || null}
          onChange={(id) => card.onChange({ reservationId: id ?? '' })}
          placeholder={t('records.newNumber')}
        />
      )}
      {isTyped && values.reservationId === '' && <CardText name="number" isRequired {...card} />}
      <CardText name="paperAt" description={t('records.paperAtText')} {...card} />
      <details className={css.more}>
        <summary>{t('records.moreOfCard')}</summary>
        <div className={css.form}>
          <CardPairs {...card} />
          <CardDay name="date" {...card} />
          <Textarea
            label={t('records.comment')}
            rows={2}
            maxLength={4000}
            value={values.comment}
            onChange={(event) => card.onChange({ comment: event.currentTarget.value })}
          />
        </div>
      </details>
    </>
  )
}
