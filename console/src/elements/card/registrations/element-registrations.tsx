import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormats } from '../../../i18n/format.ts'
import { useI18n } from '../../../i18n/index.tsx'
import { AnnulRegistration } from '../../../records/annul-registration.tsx'
import { RecordsIcon } from '../../../ui/icons.tsx'
import { EmptyState, QueryView } from '../../../ui/states.tsx'
import { StatusChip } from '../../../ui/status-chip.tsx'
import type { Application, Element } from '../../application.ts'
import css from '../card.module.css'
import { casesQuery, useCasesFor } from './cases.ts'
import { RegisterDialog } from './register-dialog.tsx'
import { type ElementRegistration, useRegistrations } from './use-registrations.ts'

/** The registrations of an element in cases, and the dialogs that register the element or annul a number. */
export function ElementRegistrations(props: { schema: Application; element: Element; mayRegister: boolean }) {
  const { schema, element, mayRegister } = props
  const { t } = useI18n()
  const [isOpen, setOpen] = useState(false)
  const [annulled, setAnnulled] = useState<ElementRegistration>()
  const query = useRegistrations(schema, element.__id)
  const { data: cases = [] } = useQuery(casesQuery)
  const open = useCasesFor(schema)
  const earlier = query.data ?? []
  const isRegistered = earlier.some(({ status }) => status === 'registered')
  // A document that has or had a number usually needs no second one, so the button is less prominent then.
  const register = mayRegister && open.length > 0 && !element.__deletedAt && (
    <Button variant={earlier.length > 0 ? 'default' : 'filled'} onClick={() => setOpen(true)}>
      {t(isRegistered ? 'card.registerAgain' : earlier.length > 0 ? 'card.registerAnew' : 'card.register')}
    </Button>
  )
  return (
    <div className={css.narrow}>
      <QueryView query={query}>
        {(registrations) =>
          registrations.length === 0 ? (
            <EmptyState
              icon={<RecordsIcon size={28} />}
              title={t('card.notRegistered')}
              text={t('card.notRegisteredText')}
            >
              {register}
            </EmptyState>
          ) : (
            <>
              <div className={css.buttons}>{register}</div>
              <ul className={css.list}>
                {registrations.map((each) => (
                  <Registration
                    key={each.__id}
                    registration={each}
                    onAnnul={mayRegister ? () => setAnnulled(each) : undefined}
                    caseName={cases.find(({ id }) => id === each.nomenclatureId)?.name}
                  />
                ))}
              </ul>
            </>
          )
        }
      </QueryView>
      {annulled && (
        <AnnulRegistration
          registration={{ ...annulled, element: { namespace: schema.namespace, code: schema.code, id: element.__id } }}
          onClose={() => setAnnulled(undefined)}
        />
      )}
      {isOpen && <RegisterDialog schema={schema} id={element.__id} onClose={() => setOpen(false)} />}
    </div>
  )
}

function Registration(props: {
  registration: ElementRegistration
  caseName: string | undefined
  /** Opens the dialog that annuls the number; undefined for users who cannot. */
  onAnnul: (() => void) | undefined
}) {
  const { onAnnul } = props
  const { number, status, date, nomenclatureId, reason } = props.registration
  const { t } = useI18n()
  const formats = useFormats()
  const isAnnulled = status === 'cancelled'
  return (
    <li>
      <div className={css.head}>
        <b>{isAnnulled ? <del>{number}</del> : number}</b>
        <StatusChip tone={isAnnulled ? 'neutral' : 'good'}>
          {t(isAnnulled ? 'card.annulled' : 'card.registered')}
        </StatusChip>
      </div>
      <div className={css.muted}>
        {date && formats.date(date)}
        {props.caseName && (
          <>
            {' · '}
            <Link to={`/records/cases/${nomenclatureId}` as '/'}>{props.caseName}</Link>
          </>
        )}
        {reason && ` · ${reason}`}
      </div>
      {onAnnul && status === 'registered' && (
        <div className={css.buttons}>
          <Button data-danger variant="default" size="compact-sm" onClick={onAnnul}>
            {t('records.annul')}
          </Button>
        </div>
      )}
    </li>
  )
}
