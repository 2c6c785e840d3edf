import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { keys, staleAfter } from '../api/query-keys.ts'
import { type Choice, SearchSelect } from '../fields/search-select.tsx'
import { searchElements } from '../fields/searches.ts'
import { useI18n } from '../i18n/index.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useAction } from '../ui/use-action.ts'
import { earlierRegistrationQuery } from './earlier-registration.ts'
import { type Case, nomenclatureQuery } from './record-queries.ts'
import css from './records.module.css'
import { accepts, registrableQuery } from './registrable-applications.ts'
import { emptyInput, isNumbered, registrationBody } from './registration-input.ts'
import { RegistrationInputs } from './registration-inputs.tsx'
import { withOwnReason } from './registration-refusal.ts'

/**
 * A button that opens the registration of a document. The button is shown to users who may register in the office of
 * the case, if the case accepts documents that they can register.
 */
export function RegisterButton({ shown }: { shown: Case }) {
  const { t } = useI18n()
  const [isOpen, setOpen] = useState(false)
  const rights = useQuery(nomenclatureQuery).data?.directories.find(({ id }) => id === shown.officeId)?.rights ?? []
  const applications = useRegistrable(shown)
  if (!rights.includes('register') || applications.length === 0) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('records.register')}</Button>
      {isOpen && <RegisterDocument shown={shown} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Registers a document in a case. */
function RegisterDocument({ shown, onClose }: { shown: Case; onClose: () => void }) {
  const { t } = useI18n()
  const applications = useRegistrable(shown)
  const [chosen, setChosen] = useState<string>()
  const [document, setDocument] = useState<Choice>()
  const [values, setValues] = useState(emptyInput)
  const application = chosen ?? applications[0]?.value
  const [namespace = '', code = ''] = application?.split('/') ?? []
  const isTyped = shown.registrationSettings.templateEnabled === false
  const { data: earlier, isLoading } = useQuery(earlierRegistrationQuery(document?.id ?? '', shown.id))
  const send = useAction({
    run: () => {
      const of = { namespace, code, id: document?.id ?? '', caseId: shown.id }
      const again = earlier && { previousId: earlier.__id }
      return withOwnReason(
        call('registerElement', { body: { ...of, ...again, ...registrationBody(values, isTyped) } }),
        t,
      )
    },
    invalidates: staleAfter.registration({ namespace, code }),
    done: ({ item, warnings }) => [t('records.registeredAs', { number: item.number }), ...warnings].join(' '),
    showsError: true,
    onDone: onClose,
  })
  return (
    <FormDialog
      title={t('records.register')}
      action={t('records.registerVerb')}
      send={send}
      isComplete={!isLoading && document !== undefined && isNumbered(values, isTyped)}
      missing={isLoading ? t('ui.loading') : undefined}
      onClose={onClose}
    >
      <Select
        label={t('records.application')}
        data={applications}
        value={application ?? null}
        allowDeselect={false}
        onChange={(value) => {
          setChosen(value ?? undefined)
          setDocument(undefined)
        }}
      />
      <SearchSelect
        key={application}
        input={{ label: t('records.document'), required: true, 'data-autofocus': true }}
        queryKey={keys.choices(namespace, code)}
        search={searchElements(namespace, code)}
        selected={document ? [document] : []}
        onSelect={([one]) => setDocument(one)}
        isMultiple={false}
        placeholder={t('records.searchDocument')}
      />
      {earlier && <p className={css.hint}>{t('records.registeredBefore', { number: earlier.number })}</p>}
      <RegistrationInputs caseId={shown.id} isTyped={isTyped} values={values} onChange={setValues} />
    </FormDialog>
  )
}

/** The applications whose elements the user can register in a case. */
function useRegistrable({ index }: Case): { value: string; label: string }[] {
  const { data = [] } = useQuery(registrableQuery)
  return data
    .filter((application) => accepts(application, index))
    .map(({ namespace, code, name }) => ({ value: `${namespace}/${code}`, label: name }))
}
