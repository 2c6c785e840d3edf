import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { useFormats } from '../../../i18n/format.ts'
import { useI18n } from '../../../i18n/index.tsx'
import { RecordsIcon } from '../../../ui/icons.tsx'
import { EmptyState, QueryView } from '../../../ui/states.tsx'
import { StatusChip } from '../../../ui/status-chip.tsx'
import { type Application, type Element, elementsKey } from '../../application.ts'
import css from '../card.module.css'
import { casesQuery } from './cases.ts'
import { RegisterDialog } from './register-dialog.tsx'

/** The registrations of an element in cases, and the dialog that registers it. */
export function ElementRegistrations(props: { schema: Application; element: Element; mayRegister: boolean }) {
  const { schema, element, mayRegister } = props
  const { t } = useI18n()
  const [isOpen, setOpen] = useState(false)
  const key = [...elementsKey(schema), 'registrations', element.__id]
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const query: object = { query: { size: 100, filter: { tf: { elementId: element.__id } } } }
      return (await call('listRegistrations', { query, signal })).result.result
    },
  })
  const { data: cases = [] } = useQuery(casesQuery)
  const register = mayRegister && cases.length > 0 && !element.__deletedAt && (
    <Button onClick={() => setOpen(true)}>{t('card.register')}</Button>
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
                    key={String(each.__id)}
                    registration={each}
                    caseName={cases.find(({ id }) => id === each.nomenclatureId)?.name}
                  />
                ))}
              </ul>
            </>
          )
        }
      </QueryView>
      {isOpen && <RegisterDialog schema={schema} id={element.__id} onClose={() => setOpen(false)} />}
    </div>
  )
}

function Registration(props: { registration: Readonly<Record<string, unknown>>; caseName: string | undefined }) {
  const { number, status, date, nomenclatureId, reason } = props.registration
  const { t } = useI18n()
  const formats = useFormats()
  const isAnnulled = status === 'cancelled'
  return (
    <li>
      <div className={css.head}>
        <b>{isAnnulled ? <del>{String(number)}</del> : String(number)}</b>
        <StatusChip tone={isAnnulled ? 'neutral' : 'good'}>
          {t(isAnnulled ? 'card.annulled' : 'card.registered')}
        </StatusChip>
      </div>
      <div className={css.muted}>
        {typeof date === 'string' && formats.date(date)}
        {props.caseName && (
          <>
            {' · '}
            <Link to={`/records/cases/${nomenclatureId}` as '/'}>{props.caseName}</Link>
          </>
        )}
        {typeof reason === 'string' && ` · ${reason}`}
      </div>
    </li>
  )
}
