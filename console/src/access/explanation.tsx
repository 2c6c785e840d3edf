import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { keys } from '../api/query-keys.ts'
import { useI18n } from '../i18n/index.tsx'
import { QueryView } from '../ui/states.tsx'
import { StatusChip } from '../ui/status-chip.tsx'
import css from './access.module.css'
import type { Right } from './rights.ts'

/** A question whether a person has a right to the elements of an application, or to one of its elements. */
export interface Question {
  readonly namespace: string
  readonly code: string
  readonly userId: string
  readonly right: Right
  readonly id?: string
}

/** Why a person can or cannot do something: the rules and grants that give the right, and those that do not. */
export function Explanation({ question }: { question: Question }) {
  const { t } = useI18n()
  const { namespace, code, userId, right, id } = question
  const asked = { namespace, code, userId, right, ...(id && { id }) }
  const query = useQuery({
    queryKey: keys.explain(asked),
    queryFn: ({ signal }) => call('explainAccess', { query: asked, signal }),
  })
  return (
    <div className={css.answer} aria-live="polite">
      <QueryView query={query}>
        {({ allowed, scope, because, but }) => (
          <>
            <StatusChip tone={!allowed ? 'danger' : scope === 'some' ? 'warn' : 'good'}>
              {t(allowed && scope === 'some' ? 'admin.allowed_some' : allowed ? 'admin.allowed' : 'admin.notAllowed')}
            </StatusChip>
            {because.length + but.length === 0 && <p>{t('admin.noRuleGives')}</p>}
            <Reasons title={t('admin.because')} reasons={because} />
            <Reasons title={t('admin.butOthers')} reasons={but} />
          </>
        )}
      </QueryView>
    </div>
  )
}

function Reasons({ title, reasons }: { title: string; reasons: readonly { sentence: string }[] }) {
  if (reasons.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {reasons.map(({ sentence }) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  )
}
