import { Checkbox, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import type { Operations } from '../../api/operations.ts'
import { keys, staleAfter } from '../../api/query-keys.ts'
import { useI18n } from '../../i18n/index.tsx'
import { PlanChanges, PlanWarnings } from '../../solutions/plan-changes.tsx'
import { whyNotApplied } from '../../solutions/why-not-applied.ts'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { ErrorMessage, QueryView } from '../../ui/states.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { useAction } from '../../ui/use-action.ts'
import css from '../area/form.module.css'

/** The zip that the user chose, with a unique id. */
export interface ChosenZip {
  readonly id: string
  readonly zip: Blob
}
type Plan = Operations['planSolution']['result']

/** The plan of an uploaded solution, with destructive steps marked, and a button that applies the solution. */
export function SolutionPlan(props: { chosen: ChosenZip; onApplied: (code: string) => void; onCancel: () => void }) {
  const { chosen, onApplied, onCancel } = props
  const { id, zip } = chosen
  const query = useQuery({
    queryKey: keys.solutionPlan(id),
    queryFn: ({ signal }) => call('planSolution', { body: zip, signal }),
    gcTime: 0,
    retry: false,
  })
  return (
    <QueryView query={query}>
      {(plan) => <PlanView plan={plan} zip={zip} onApplied={onApplied} onCancel={onCancel} />}
    </QueryView>
  )
}

function PlanView(props: { plan: Plan; zip: Blob; onApplied: (code: string) => void; onCancel: () => void }) {
  const { plan, zip, onApplied, onCancel } = props
  const { t } = useI18n()
  const [isAllowed, setAllowed] = useState(false)
  const [comment, setComment] = useState('')
  const apply = useAction({
    run: () =>
      call('applySolution', { body: zip, query: { allowDestructive: isAllowed, ...(comment && { comment }) } }),
    invalidates: staleAfter.solution(),
    done: t('admin.applied', { name: plan.solution, version: plan.version }),
    showsError: true,
    onDone: () => onApplied(plan.solution),
  })
  const isDestructive = plan.changes.some(({ destructive }) => destructive)
  const reason = whyNotApplied(plan.changes, isAllowed)
  return (
    <div className={css.card}>
      <p>
        <b>{plan.solution}</b> {plan.version}
      </p>
      {plan.changes.length === 0 && <StatusChip tone="good">{t('admin.nothingChanges')}</StatusChip>}
      <PlanChanges changes={plan.changes} />
      <PlanWarnings warnings={plan.warnings} />
      {plan.changes.length > 0 && (
        <TextInput
          label={t('admin.applyComment')}
          description={t('admin.applyCommentHint')}
          value={comment}
          maxLength={1000}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
      )}
      {isDestructive && (
        <Checkbox
          label={t('admin.allowDestructive')}
          checked={isAllowed}
          onChange={(event) => setAllowed(event.currentTarget.checked)}
        />
      )}
      {apply.error && <ErrorMessage error={apply.error} />}
      <FormButtons
        action={t('admin.applyPlan')}
        isComplete={reason === undefined}
        missing={reason && t(reason)}
        isBusy={apply.isPending}
        isDanger={isDestructive}
        onAct={() => apply.mutate()}
        onClose={onCancel}
      />
    </div>
  )
}
