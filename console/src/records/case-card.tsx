import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useUserNames } from '../api/names.ts'
import { staleAfter } from '../api/query-keys.ts'
import { useI18n } from '../i18n/index.tsx'
import { confirm } from '../ui/confirm.ts'
import { FieldList } from '../ui/field-list.tsx'
import { useAction } from '../ui/use-action.ts'
import { CaseState } from './case-state.tsx'
import { type Case, caseTitle, nextNumberQuery } from './record-queries.ts'
import css from './records.module.css'
import { RegisterButton } from './register-document.tsx'
import { ReserveNumber } from './reserve-number.tsx'
import { useRetention } from './use-retention.ts'

/** The facts about a case, such as its next number while it is open, and the actions on the case. */
export function CaseCard({ shown }: { shown: Case }) {
  return (
    <div className={css.card}>
      <Facts shown={shown} />
      <CaseActions shown={shown} />
    </div>
  )
}

function Facts({ shown }: { shown: Case }) {
  const { t } = useI18n()
  const retention = useRetention()
  const { id, state, docflow, year, place, note, responsible, registrationSettings: settings } = shown
  const next = useQuery({ ...nextNumberQuery(id), enabled: state === 'active' && settings.templateEnabled !== false })
  const names = useUserNames(responsible ? [responsible] : [])
  const items = [
    next.data && { key: 'next', name: t('records.nextNumber'), value: <b className={css.number}>{next.data}</b> },
    { key: 'state', name: t('records.state'), value: <CaseState state={state} /> },
    { key: 'docflow', name: t('records.docflow'), value: t(`records.docflow_${docflow}`) },
    { key: 'year', name: t('records.year'), value: String(year) },
    {
      key: 'template',
      name: t('records.template'),
      value: settings.templateEnabled === false ? t('records.typedNumbers') : <code>{settings.template}</code>,
    },
    { key: 'retention', name: t('records.retention'), value: retention(shown) || '—' },
    responsible && { key: 'responsible', name: t('records.responsible'), value: names.get(responsible) ?? '…' },
    place && { key: 'place', name: t('records.place'), value: place },
    note && { key: 'note', name: t('records.note'), value: note },
  ]
  return <FieldList items={items.filter((item) => typeof item === 'object' && item !== null)} />
}

const nextState = { draft: 'active', active: 'closed', closed: 'archived' } as const
type Target = 'active' | 'closed' | 'archived'

/** Buttons that reserve a number, open, close or archive the case, or register a document. */
function CaseActions({ shown }: { shown: Case }) {
  const { t } = useI18n()
  const [isReserving, setReserving] = useState(false)
  const { id, state, registrationSettings } = shown
  const change = useAction({
    run: (target: Target) => call('setCaseState', { params: { id }, body: { state: target } }),
    invalidates: staleAfter.record(),
    done: ({ item }) => t(`records.became_${item.state}`),
  })
  const ask = async (target: Target) => {
    const question = { title: t(`records.to_${target}`), text: caseTitle(shown), action: t(`records.to_${target}`) }
    if (await confirm(question)) change.mutate(target)
  }
  const targets: Target[] = state in nextState ? [nextState[state as keyof typeof nextState]] : []
  if (state === 'closed') targets.push('active')
  return (
    <div className={css.buttons}>
      {state === 'active' && registrationSettings.reserveEnabled && (
        <Button variant="default" onClick={() => setReserving(true)}>
          {t('records.reserve')}
        </Button>
      )}
      {targets.map((target) => (
        <Button key={target} variant="default" loading={change.isPending} onClick={() => ask(target)}>
          {t(`records.to_${target}`)}
        </Button>
      ))}
      {state === 'active' && <RegisterButton shown={shown} />}
      {isReserving && <ReserveNumber shown={shown} onClose={() => setReserving(false)} />}
    </div>
  )
}
