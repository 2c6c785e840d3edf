import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { keys, staleAfter } from '../../../api/query-keys.ts'
import { SearchWithin } from '../../../fields/search-within.tsx'
import { useI18n } from '../../../i18n/index.tsx'
import { earlierRegistrationQuery } from '../../../records/earlier-registration.ts'
import { emptyInput, isNumbered, registrationBody } from '../../../records/registration-input.ts'
import { RegistrationInputs } from '../../../records/registration-inputs.tsx'
import { withOwnReason } from '../../../records/registration-refusal.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useAction } from '../../../ui/use-action.ts'
import type { Application } from '../../application.ts'
import { titleOf } from '../../field-title.ts'
import css from '../card.module.css'
import { useCasesFor } from './cases.ts'

/** Registers an element in an open case. If the case makes the numbers, shows the one that is probably next. */
export function RegisterDialog(props: { schema: Application; id: string; onClose: () => void }) {
  const { schema, id, onClose } = props
  const { namespace, code } = schema
  const { t } = useI18n()
  const [caseId, setCaseId] = useState<string | null>(null)
  const [values, setValues] = useState(emptyInput)
  const cases = useCasesFor(schema)
  const isTyped = cases.find((each) => each.id === caseId)?.isTyped ?? false
  const next = useQuery({
    queryKey: keys.cases('next-number', caseId),
    queryFn: ({ signal }) => call('getNextNumber', { params: { id: caseId! }, signal }),
    enabled: caseId !== null && !isTyped,
    gcTime: 0,
  })
  const { data: earlier, isLoading } = useQuery(earlierRegistrationQuery(id, caseId ?? ''))
  const register = useAction({
    run: () => {
      const of = { namespace, code, id, caseId: caseId!, ...(earlier && { previousId: earlier.__id }) }
      const sent = call('registerElement', { body: { ...of, ...registrationBody(values, isTyped) } })
      const fields = schema.fields.map((field) => ({ ...field, name: titleOf(field, t) }))
      return withOwnReason(sent, t, fields)
    },
    invalidates: staleAfter.registration(schema),
    showsError: true,
    done: ({ item, warnings }) => [t('card.registeredAs', { number: item.number }), ...warnings].join(' '),
    onDone: onClose,
  })
  return (
    <FormDialog
      title={t('card.register')}
      action={t('card.register')}
      send={register}
      isComplete={!isLoading && caseId !== null && isNumbered(values, isTyped)}
      missing={isLoading ? t('ui.loading') : undefined}
      onClose={onClose}
    >
      <SearchWithin
        input={{ label: t('card.case'), required: true, 'data-autofocus': true }}
        of="cases"
        entries={cases}
        value={caseId}
        onChange={(chosen) => {
          setCaseId(chosen)
          setValues((now) => ({ ...now, reservationId: '' }))
        }}
      />
      {next.data && values.reservationId === '' && (
        <p className={css.muted}>{t('card.nextNumber', { number: next.data.number })}</p>
      )}
      {earlier && <p className={css.muted}>{t('records.registeredBefore', { number: earlier.number })}</p>}
      {caseId && <RegistrationInputs caseId={caseId} isTyped={isTyped} values={values} onChange={setValues} />}
    </FormDialog>
  )
}
