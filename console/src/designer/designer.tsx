import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useCallback, useId, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { useI18n } from '../i18n/index.tsx'
import { ButtonWithReason } from '../ui/button-with-reason.tsx'
import { confirm } from '../ui/confirm.ts'
import { useShortcuts } from '../ui/keys/shortcuts.ts'
import { Page } from '../ui/page.tsx'
import { ErrorMessage } from '../ui/states.tsx'
import { StatusChip } from '../ui/status-chip.tsx'
import { DesignContext } from './design-context.ts'
import { DesignTabs } from './design-tabs.tsx'
import css from './designer.module.css'
import { DriftNotice } from './drift-notice.tsx'
import { ProblemList } from './problem-list.tsx'
import type { DesignPlace, OpenPlace } from './problems.ts'
import { ReviewDialog } from './review/review-dialog.tsx'
import type { SolutionName } from './solution-name.ts'
import { type Base, forgetDraft, useDesign, useDesignContext } from './use-design.ts'
import { useNameText } from './use-name-text.ts'
import { usePlan } from './use-plan.ts'

/** Edits the definition of an application. The changes are planned after each pause in typing. */
export function Designer(props: {
  namespace: string
  code: string
  solution: SolutionName
  base: Base
  /** Link to the application, above the title. */
  above: ReactNode
  place: OpenPlace
  onGo: (place: DesignPlace) => void
  /** Reads the deployed file and starts editing again from it. */
  onReload: () => void
  /** Reads the deployed file and returns its hash. */
  onRefresh: () => Promise<string | null>
}) {
  const { namespace, code, solution, base, above, place, onGo, onReload, onRefresh } = props
  const { t } = useI18n()
  const navigate = useNavigate()
  const design = useDesign(base)
  const { definition, hash, isChanged, isNew } = design
  const change = { solution: solution.code, path: base.path, hash, definition }
  const { plan, problems, error, isCurrent } = usePlan(change, isChanged)
  const [isReviewing, setReviewing] = useState(false)
  const deployed = isNew ? undefined : base.definition
  const context = useDesignContext({ definition, deployed, problems, change: design.change })
  const isReady = isCurrent && plan !== undefined && problems.length === 0
  // While the change is being planned, the state beside the title says so.
  const whyNotReady = !isChanged
    ? t('ui.nothingChanged')
    : problems.length > 0
      ? t('designers.problemsFirst')
      : undefined
  const review = () => isReady && setReviewing(true)
  useShortcuts([
    { keys: 'mod+s', label: 'designers.review', run: review },
    { keys: 'mod+z', label: 'ui.undo', run: design.undo },
  ])
  const begin = useCallback(() => {
    forgetDraft(base.path)
    onReload()
  }, [base.path, onReload])
  const discard = async () => {
    const title = t('designers.discardTitle')
    if (!(await confirm({ title, text: t('designers.discardText'), action: t('designers.discard'), isDanger: true })))
      return
    forgetDraft(base.path)
    if (isNew) await navigate({ to: '/admin/solutions', search: {} })
    else onReload()
  }
  const name = useNameText()(definition.name) || `${namespace}.${code}`
  return (
    <Page
      title={t('designers.titleOf', { name })}
      above={above}
      beside={
        <State isChanged={isChanged} isCurrent={isCurrent} problems={problems.length} steps={plan?.changes.length} />
      }
      actions={<Actions {...{ design, isReady, whyNotReady }} onDiscard={discard} onReview={review} />}
    >
      <DesignContext value={context}>
        <Notices
          {...{ design, solution, problems, path: base.path, application: `${namespace}.${code}`, onGo }}
          {...{ error, isCurrent }}
          onReload={begin}
          onRefresh={onRefresh}
        />
        <DesignTabs
          place={place}
          onGo={onGo}
          yaml={{
            solution: solution.code,
            path: base.path,
            hash,
            text: isChanged ? textOf(plan) : (base.text ?? undefined),
          }}
        />
      </DesignContext>
      {isReviewing && plan && (
        <ReviewDialog
          change={change}
          plan={plan}
          application={`${namespace}.${code}`}
          onApplied={begin}
          onClose={() => setReviewing(false)}
        />
      )}
    </Page>
  )
}

const textOf = (plan: { files: readonly { after: string | null }[] } | undefined): string | undefined =>
  plan?.files[0]?.after ?? undefined

function State(props: { isChanged: boolean; isCurrent: boolean; problems: number; steps: number | undefined }) {
  const { isChanged, isCurrent, problems, steps } = props
  const { t } = useI18n()
  const state = !isChanged
    ? undefined
    : problems > 0
      ? ({ tone: 'danger', text: t('designers.problemCount', { count: problems }) } as const)
      : !isCurrent || steps === undefined
        ? ({ tone: 'neutral', text: t('designers.checking') } as const)
        : ({ tone: 'info', text: t('designers.changeCount', { count: steps }) } as const)
  return <span aria-live="polite">{state && <StatusChip tone={state.tone}>{state.text}</StatusChip>}</span>
}

/**
 * Buttons for the actions on the definition. The changes can be reviewed when they are planned and have no problems.
 */
function Actions(props: {
  design: ReturnType<typeof useDesign>
  isReady: boolean
  whyNotReady: string | undefined
  onDiscard: () => void
  onReview: () => void
}) {
  const { design, isReady, whyNotReady, onDiscard, onReview } = props
  const { t } = useI18n()
  const reasonId = useId()
  return (
    <>
      <Button variant="default" disabled={!design.canUndo} onClick={design.undo}>
        {t('ui.undo')}
      </Button>
      <Button variant="default" disabled={!design.canRedo} onClick={design.redo}>
        {t('designers.redo')}
      </Button>
      <Button
        data-danger
        variant="default"
        disabled={!design.isChanged}
        aria-describedby={design.isChanged ? undefined : reasonId}
        onClick={onDiscard}
      >
        {t('designers.discard')}
      </Button>
      <ButtonWithReason reason={whyNotReady} reasonId={reasonId} disabled={!isReady} onClick={onReview}>
        {t('designers.review')}
      </ButtonWithReason>
    </>
  )
}

/** What stands above the tabs: a conflict, drift, a restored draft, an error and the problems of the definition. */
function Notices(props: {
  design: ReturnType<typeof useDesign>
  solution: SolutionName
  problems: ReturnType<typeof usePlan>['problems']
  path: string
  /** Path of the application, such as `legal.contracts`. */
  application: string
  error: Error | null
  isCurrent: boolean
  onGo: (place: DesignPlace) => void
  onReload: () => void
  onRefresh: () => Promise<string | null>
}) {
  const { design, solution, problems, path, application, error, isCurrent, onGo, onReload, onRefresh } = props
  const { isChanged, isNew, wasRestored, setHash } = design
  const { t } = useI18n()
  const isConflict = error instanceof ApiError && error.status === 412
  return (
    <div className={css.notices}>
      {isConflict && <ConflictNotice onReload={onReload} onKeep={async () => setHash(await onRefresh())} />}
      {!isNew && <DriftNotice solution={solution} application={application} />}
      {wasRestored && isChanged && !isNew && (
        <div className={`warning-box ${css.notice}`} role="status">
          {t('designers.restored')}
        </div>
      )}
      {error && !isConflict && problems.length === 0 && isCurrent && <ErrorMessage error={error} />}
      <ProblemList problems={problems} path={path} onGo={onGo} />
    </div>
  )
}

/** Says that the deployed file has changed since editing began, and lets the user choose a version. */
function ConflictNotice(props: { onReload: () => void; onKeep: () => void }) {
  const { t } = useI18n()
  return (
    <div className={`warning-box ${css.notice}`} role="alert">
      <span>{t('designers.conflict')}</span>
      <Button size="compact-sm" variant="default" onClick={props.onReload}>
        {t('designers.reload')}
      </Button>
      <Button size="compact-sm" variant="default" onClick={props.onKeep}>
        {t('designers.keepMine')}
      </Button>
    </div>
  )
}
