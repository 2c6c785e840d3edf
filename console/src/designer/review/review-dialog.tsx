import { Button, Checkbox, Modal } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { staleAfter } from '../../api/query-keys.ts'
import { useI18n } from '../../i18n/index.tsx'
import { PlanChanges, PlanWarnings } from '../../solutions/plan-changes.tsx'
import { whyNotApplied } from '../../solutions/why-not-applied.ts'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { DownloadIcon } from '../../ui/icons.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { ErrorMessage } from '../../ui/states.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { useAction } from '../../ui/use-action.ts'
import css from '../designer.module.css'
import { bodyOf, type Change, type EditPlan } from '../use-plan.ts'
import { TextDifference } from './text-difference.tsx'

/** Shows the plan of a change, with destructive steps marked, and applies the change or downloads the solution. */
export function ReviewDialog(props: {
  change: Change
  plan: EditPlan
  /** Path of the application, such as `legal.contracts`. */
  application: string
  onApplied: () => void
  onClose: () => void
}) {
  const { change, plan, application, onApplied, onClose } = props
  const { t } = useI18n()
  const [isAllowed, setAllowed] = useState(false)
  const params = { code: change.solution }
  const apply = useAction({
    run: () => call('applySolutionFiles', { params, query: { allowDestructive: isAllowed }, body: bodyOf(change) }),
    invalidates: staleAfter.solution(),
    done: t('designers.applied'),
    showsError: true,
    onDone: onApplied,
  })
  const pack = useAction({
    run: () => call('exportSolutionFiles', { params, body: bodyOf(change) }),
    onDone: (zip) => saveFile(`${plan.solution}-${plan.version}.zip`, zip),
  })
  const isOwn = ({ path }: { path: string }): boolean => path === application || path.startsWith(`${application}.`)
  const own = plan.changes.filter(isOwn)
  const others = plan.changes.filter((each) => !isOwn(each))
  const isDestructive = plan.changes.some(({ destructive }) => destructive)
  const reason = whyNotApplied(plan.changes, isAllowed)
  const [file] = plan.files
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={t('designers.reviewTitle')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <div className={css.review}>
        {plan.changes.length === 0 && <StatusChip tone="good">{t('designers.nothingChanges')}</StatusChip>}
        <PlanChanges changes={own} />
        {others.length > 0 && (
          <section>
            <h3>{t('designers.otherChanges')}</h3>
            <PlanChanges changes={others} />
          </section>
        )}
        <PlanWarnings warnings={plan.warnings} />
        {file && <TextDifference path={file.path} before={file.before ?? ''} after={file.after ?? ''} />}
        <p className={css.hint}>{t('designers.driftLater', { solution: plan.solution })}</p>
        {isDestructive && (
          <Checkbox
            label={t('admin.allowDestructive')}
            checked={isAllowed}
            onChange={({ currentTarget }) => setAllowed(currentTarget.checked)}
          />
        )}
        {apply.error && <ErrorMessage error={apply.error} />}
        <FormButtons
          action={t('designers.apply')}
          isFocused
          isComplete={reason === undefined}
          missing={reason && t(reason)}
          isBusy={apply.isPending}
          isDanger={isDestructive}
          onAct={() => apply.mutate()}
          onClose={onClose}
        >
          <Button
            variant="default"
            leftSection={<DownloadIcon />}
            loading={pack.isPending}
            onClick={() => pack.mutate()}
          >
            {t('designers.downloadFolder')}
          </Button>
        </FormButtons>
      </div>
    </Modal>
  )
}
