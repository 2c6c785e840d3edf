import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { type Choice, SearchSelect } from '../fields/search-select.tsx'
import { searchElements } from '../fields/searches.ts'
import { useI18n } from '../i18n/index.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useAction } from '../ui/use-action.ts'
import { earlierRegistrationQuery } from './earlier-registration.ts'
import { type Case, recordsKey } from './record-queries.ts'
import css from './records.module.css'
import { emptyInput, isNumbered, registrationBody } from './registration-input.ts'
import { RegistrationInputs } from './registration-inputs.tsx'

/** A button that opens the registration of a document. */
export function RegisterButton({ shown }: { shown: Case }) {
  const { t } = useI18n()
  const [isOpen, setOpen] = useState(false)
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
  const applications = useDocumentApplications()
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
      return call('registerElement', { body: { ...of, ...again, ...registrationBody(values, isTyped) } })
    },
    invalidates: [recordsKey, ['elements', namespace, code]],
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
        queryKey={['choices', namespace, code]}
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

/** Applications that can have registered documents: those of the kind "document" first. */
function useDocumentApplications(): { value: string; label: string }[] {
  const { data = [] } = useQuery({
    queryKey: ['applications'],
    queryFn: async ({ signal }) => (await call('listApplications', { signal })).result.result,
    staleTime: 5 * 60_000,
  })
  const own = data.filter(({ namespace }) => !namespace.startsWith('_'))
  const documents = own.filter(({ type }) => type === 'DOCUMENT')
  return [...documents, ...own.filter((each) => !documents.includes(each))].map(({ namespace, code, name }) => ({
    value: `${namespace}/${code}`,
    label: name,
  }))
}
