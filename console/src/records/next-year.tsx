import { Modal, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { staleAfter } from '../api/query-keys.ts'
import { useI18n } from '../i18n/index.tsx'
import { ActionForm } from '../ui/form-dialog.tsx'
import { useAction } from '../ui/use-action.ts'
import { directoryTitle } from './new-directory.tsx'
import { caseTitle, type Directory } from './record-queries.ts'
import css from './records.module.css'

interface Props {
  readonly offices: readonly Directory[]
  /** The year that is proposed for the new nomenclature. */
  readonly year: number
  readonly onClose: () => void
}

/** Opens the nomenclature of a year in an office, and shows how many documents each closed case has. */
export function NextYear({ offices, year: proposed, onClose }: Props) {
  const { t } = useI18n()
  const [office, setOffice] = useState<string | null>(offices[0]?.id ?? null)
  const [year, setYear] = useState(String(proposed))
  const send = useAction({
    run: () => call('rollNomenclature', { body: { officeId: office ?? '', year: Number(year) } }),
    invalidates: staleAfter.record(),
    showsError: true,
  })
  return (
    <Modal
      opened
      size={send.data ? 'xl' : 'md'}
      onClose={onClose}
      title={t('records.nextYear')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {send.data ? (
        <Summary cases={send.data.cases} year={year} />
      ) : (
        <ActionForm
          action={t('records.nextYearVerb')}
          send={send}
          isComplete={office !== null && /^\d{4}$/.test(year)}
          onClose={onClose}
        >
          <p className={css.note}>{t('records.nextYearText')}</p>
          <Select
            label={t('records.office')}
            required
            data={offices.map((each) => ({ value: each.id, label: directoryTitle(each) }))}
            value={office}
            allowDeselect={false}
            onChange={setOffice}
          />
          <TextInput
            label={t('records.year')}
            required
            inputMode="numeric"
            value={year}
            onChange={(event) => setYear(event.currentTarget.value.trim())}
          />
        </ActionForm>
      )}
    </Modal>
  )
}

type Closed = Awaited<ReturnType<typeof call<'rollNomenclature'>>>['cases'][number]

function Summary({ cases, year }: { cases: readonly Closed[]; year: string }) {
  const { t } = useI18n()
  if (cases.length === 0) return <p>{t('records.nothingToRoll', { year })}</p>
  return (
    <table className={css.summary} aria-label={t('records.nextYear')}>
      <thead>
        <tr>
          <th scope="col">{t('records.case')}</th>
          <th scope="col">{t('records.registeredCount')}</th>
          <th scope="col">{t('records.annulledCount')}</th>
          <th scope="col">{t('records.numbers')}</th>
        </tr>
      </thead>
      <tbody>
        {cases.map((each) => (
          <tr key={each.id}>
            <td>{caseTitle(each)}</td>
            <td>{each.registered}</td>
            <td>{each.annulled}</td>
            <td>{[each.firstNumber, each.lastNumber].filter(Boolean).join(' – ')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
