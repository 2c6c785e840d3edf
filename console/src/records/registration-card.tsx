import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useUserNames } from '../api/names.ts'
import { useFormats } from '../i18n/format.ts'
import { useI18n } from '../i18n/index.tsx'
import { FieldList } from '../ui/field-list.tsx'
import { QueryView } from '../ui/states.tsx'
import { AnnulRegistration } from './annul-registration.tsx'
import { NumberState } from './case-state.tsx'
import { CorrectRegistration } from './correct-registration.tsx'
import { type Case, caseQuery, caseTitle, type Registration, registrationQuery } from './record-queries.ts'
import css from './records.module.css'

/** A registration with its card, or the form that corrects it. */
export function RegistrationCard({ id }: { id: string }) {
  return (
    <QueryView query={useQuery(registrationQuery(id))}>
      {(registration) => <Card registration={registration} />}
    </QueryView>
  )
}

function Card({ registration }: { registration: Registration }) {
  const { t } = useI18n()
  const [act, setAct] = useState<'annul' | 'correct'>()
  const { data: ofCase } = useQuery(caseQuery(registration.nomenclatureId))
  const { status } = registration
  const done = () => setAct(undefined)
  if (act === 'correct') return <CorrectRegistration registration={registration} onClose={done} />
  return (
    <div className={css.card}>
      <Facts registration={registration} ofCase={ofCase} />
      {status !== 'cancelled' && (
        <div className={css.buttons}>
          {status === 'registered' && ofCase?.registrationSettings.editAfterRegistration && (
            <Button variant="default" onClick={() => setAct('correct')}>
              {t('records.correct')}
            </Button>
          )}
          <Button data-danger variant="default" onClick={() => setAct('annul')}>
            {t('records.annul')}
          </Button>
        </div>
      )}
      {act === 'annul' && <AnnulRegistration registration={registration} onClose={done} />}
    </div>
  )
}

function Facts({ registration, ofCase }: { registration: Registration; ofCase: Case | undefined }) {
  const { t } = useI18n()
  const { date, dateTime } = useFormats()
  const { card, element, status, registeredBy, annulledBy, annulledAt, reservedFor, reservedUntil } = registration
  const users = [registeredBy, annulledBy, reservedFor].filter((each) => each !== null)
  const names = useUserNames(users)
  const name = (id: string) => names.get(id) ?? '…'
  const items = [
    { key: 'status', name: t('records.state'), value: <NumberState status={status} /> },
    registration.date && { key: 'date', name: t('records.date'), value: date(registration.date) },
    element && {
      key: 'document',
      name: t('records.document'),
      value: (
        <Link to={`/apps/${element.namespace}/${element.code}/${element.id}` as '/'}>
          {registration.elementName ?? t('records.hiddenDocument')}
        </Link>
      ),
    },
    ofCase && {
      key: 'case',
      name: t('records.case'),
      value: (
        <Link to="/records/cases/$id" params={{ id: ofCase.id }}>
          {caseTitle(ofCase)}
        </Link>
      ),
    },
    card.correspondentNumber && {
      key: 'number',
      name: t('records.correspondentNumber'),
      value: card.correspondentNumber,
    },
    card.correspondentDate && {
      key: 'correspondentDate',
      name: t('records.correspondentDate'),
      value: date(card.correspondentDate),
    },
    card.sheets !== undefined && { key: 'sheets', name: t('records.sheets'), value: String(card.sheets) },
    card.delivery && { key: 'delivery', name: t('records.delivery'), value: card.delivery },
    card.paperAt && { key: 'paper', name: t('records.paperAt'), value: card.paperAt },
    card.comment && { key: 'comment', name: t('records.comment'), value: card.comment },
    status === 'reserved' && reservedFor && { key: 'for', name: t('records.reservedFor'), value: name(reservedFor) },
    status === 'reserved' &&
      reservedUntil && { key: 'until', name: t('records.reservedUntil'), value: date(reservedUntil) },
    {
      key: 'by',
      name: t('records.registrar'),
      value: `${name(registeredBy)}, ${dateTime(registration.registeredAt)}`,
    },
    annulledAt && {
      key: 'annulled',
      name: t('records.annulledBy'),
      value: `${annulledBy ? `${name(annulledBy)}, ` : ''}${dateTime(annulledAt)}`,
    },
    registration.reason && { key: 'reason', name: t('records.reason'), value: registration.reason },
    registration.corrections > 0 && {
      key: 'corrections',
      name: t('records.corrections'),
      value: String(registration.corrections),
    },
  ]
  return <FieldList items={items.filter((item) => typeof item === 'object' && item !== null)} />
}
