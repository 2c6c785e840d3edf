import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentProps, useCallback, useId, useMemo, useRef, useState } from 'react'
import { keys } from '../../api/query-keys.ts'
import { useI18n } from '../../i18n/index.tsx'
import { ButtonWithReason } from '../../ui/button-with-reason.tsx'
import { confirm } from '../../ui/confirm.ts'
import { DownloadIcon } from '../../ui/icons.tsx'
import { type Shortcut, useShortcuts } from '../../ui/keys/shortcuts.ts'
import { Page } from '../../ui/page.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { describeError, ErrorMessage } from '../../ui/states.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { toast } from '../../ui/toasts.tsx'
import { type ElementMark, type Marks, noMarks } from '../diagram/marks.ts'
import type { Model } from '../diagram/model.ts'
import { ProcessPath } from '../process-path.tsx'
import type { Template } from '../queries.ts'
import css from '../split.module.css'
import { TrialPanel } from '../trial/trial-panel.tsx'
import { ApplyDialog } from './apply-dialog.tsx'
import { Drawing } from './drawing.tsx'
import type { ModelerView } from './modeler.ts'
import { ProblemList } from './problem-list.tsx'
import { problemInWords } from './problem-words.ts'
import { Properties } from './properties.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import type { BpmnElement } from './services.ts'
import { type Problem, useDraft } from './use-draft.ts'

/** The keys of the drawing and of its palette, for the help. */
const drawingKeys: readonly Shortcut[] = [
  { keys: 'arrows', label: 'processes.kArrows' },
  { keys: 'shift+arrows', label: 'processes.kExtend' },
  { keys: 'alt+arrows', label: 'processes.kMove' },
  { keys: 'enter', label: 'processes.kProperties' },
  { keys: 'space', label: 'processes.kPalette' },
  { keys: 'a', label: 'processes.kAppend' },
  { keys: 'p', label: 'processes.kPool' },
  { keys: 'e', label: 'processes.kName' },
  { keys: 'r', label: 'processes.kReplace' },
  { keys: 'delete', label: 'processes.kDelete' },
]

/** Draws a process, with its properties and problems beside the diagram. */
export function Editor(props: {
  namespace: string
  code: string
  /** Name of a process that has no version yet. */
  name?: string | undefined
  template?: Template
  published?: { readonly xml: string; readonly model: Model }
  xml: string
  revision: number
}) {
  const { namespace, code, name, template, published, xml: initial, revision } = props
  const { t } = useI18n()
  const [view, setView] = useState<ModelerView>()
  const [chosen, setChosen] = useState<{ readonly element: BpmnElement }>()
  const [isPublishing, setPublishing] = useState(false)
  const [isTrying, setTrying] = useState(false)
  const [trialMarks, setTrialMarks] = useState<Marks>(noMarks)
  const draft = useDraft({ namespace, code, baseVersion: template?.version, revision, initial })
  const { problems, state, error, changed, xml } = draft
  const errors = problems?.filter(({ severity }) => severity === 'error').length ?? 0
  const nameOf = useCallback((id: string): string | undefined => view?.registry.get(id)?.businessObject.name, [view])
  // While the diagram is being saved and checked, the state beside the title says so.
  const whyNotReady =
    errors > 0
      ? t('processes.mErrorsFirst')
      : state === 'changed' && error !== undefined
        ? t('processes.mNotSaved')
        : undefined
  const isReady = errors === 0 && problems !== undefined && state !== 'changed'
  const marks = useMemo(
    () => problemMarks(problems ?? [], (message) => problemInWords(message, nameOf, t)),
    [problems, nameOf, t],
  )
  const panel = useRef<HTMLElement>(null)
  useShortcuts(drawingKeys)
  const openProperties = useCallback(
    () => panel.current?.querySelector<HTMLElement>('[data-properties] :is(input, textarea)')?.focus(),
    [],
  )
  const select = useCallback((element: BpmnElement) => setChosen({ element }), [])
  const title = template?.name ?? name ?? `${namespace}.${code}`
  const discard = useDiscard({ namespace, code, isNew: template === undefined, discard: draft.discard })
  return (
    <Page
      title={t('processes.mTitleOf', { name: title })}
      above={<ProcessPath namespace={namespace} code={code} name={`${namespace}.${code}`} />}
      beside={<State draft={state} errors={problems && errors} />}
      isFlush
      actions={
        <Actions
          {...{ view, isTrying, isReady, whyNotReady }}
          onDownload={() => saveFile(`${code}.bpmn`, xml)}
          onTry={() => setTrying(!isTrying)}
          onDiscard={discard}
          onPublish={() => setPublishing(true)}
        />
      }
    >
      <div className={css.split}>
        <Drawing
          label={title}
          xml={initial}
          marks={isTrying ? trialMarks : marks}
          onOpen={setView}
          onChange={changed}
          onSelect={select}
          onEnter={openProperties}
        />
        <section
          ref={panel}
          className={css.panel}
          aria-label={t(isTrying ? 'processes.tTitle' : 'processes.mProperties')}
        >
          {error !== undefined && <ErrorMessage error={error} />}
          <ProblemList problems={problems ?? []} nameOf={nameOf} onSelect={(id) => view?.select(id)} />
          {isTrying && view && (
            <TrialPanel
              {...{ namespace, code, xml }}
              nameOf={(id) => nameOf(id) ?? id}
              onMarks={setTrialMarks}
              onSelect={view.select}
              onClose={() => setTrying(false)}
            />
          )}
          {!isTrying && view && chosen && <Properties view={view} element={chosen.element} />}
        </section>
      </div>
      {isPublishing && (
        <Publication
          {...{ namespace, code, template, xml }}
          published={published?.model}
          hasDraft={draft.revision() > 0}
          onClose={() => setPublishing(false)}
        />
      )}
    </Page>
  )
}

/**
 * Buttons for the actions on the drawing. The drawing can be tried and published when it is checked and has neither
 * unsaved changes nor errors.
 */
function Actions(props: {
  view: ModelerView | undefined
  isTrying: boolean
  isReady: boolean
  whyNotReady: string | undefined
  onDownload: () => void
  onTry: () => void
  onDiscard: () => void
  onPublish: () => void
}) {
  const { view, isTrying, isReady, whyNotReady, onDownload, onTry, onDiscard, onPublish } = props
  const { t } = useI18n()
  const reasonId = useId()
  return (
    <>
      <Button variant="default" onClick={() => view?.undo()}>
        {t('ui.undo')}
      </Button>
      <Button variant="default" onClick={() => view?.redo()}>
        {t('processes.mRedo')}
      </Button>
      <Button variant="default" leftSection={<DownloadIcon />} onClick={onDownload}>
        {t('processes.download')}
      </Button>
      <Button
        variant="default"
        aria-pressed={isTrying}
        disabled={!isTrying && !isReady}
        aria-describedby={isTrying || whyNotReady === undefined ? undefined : reasonId}
        onClick={onTry}
      >
        {t('processes.tTitle')}
      </Button>
      <Button data-danger variant="default" onClick={onDiscard}>
        {t('processes.mDiscard')}
      </Button>
      <ButtonWithReason reason={whyNotReady} reasonId={reasonId} disabled={!isReady} onClick={onPublish}>
        {t('processes.mPublish')}
      </ButtonWithReason>
    </>
  )
}

/** Whether the draft is saved, and how many errors it has; `errors` is undefined until the draft is checked. */
function State({ draft, errors }: { draft: ReturnType<typeof useDraft>['state']; errors: number | undefined }) {
  const { t } = useI18n()
  return (
    <span aria-live="polite" style={{ display: 'inline-flex', gap: 6 }}>
      {draft !== 'unchanged' && (
        <StatusChip tone={draft === 'saved' ? 'good' : 'neutral'}>
          {t(draft === 'saved' ? 'processes.mDraftSaved' : 'processes.mDraftChanged')}
        </StatusChip>
      )}
      {errors !== undefined && (
        <StatusChip tone={errors > 0 ? 'danger' : 'good'}>
          {errors > 0 ? t('processes.mErrors', { count: errors }) : t('processes.mClean')}
        </StatusChip>
      )}
    </span>
  )
}

/** The dialog that publishes the process: to its solution, if it belongs to one. */
function Publication(props: ComponentProps<typeof PublishDialog>) {
  const { template } = props
  if (!template?.solution) return <PublishDialog {...props} />
  return <ApplyDialog {...props} template={{ ...template, solution: template.solution }} />
}

/** Returns a function that asks whether to discard the draft, discards it and leaves the modeler. */
function useDiscard(place: { namespace: string; code: string; isNew: boolean; discard: () => Promise<unknown> }) {
  const { namespace, code, isNew, discard } = place
  const { t } = useI18n()
  const client = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    const isSure = await confirm({
      title: t('processes.mDiscardTitle'),
      text: t('processes.mDiscardText'),
      action: t('processes.mDiscard'),
      isDanger: true,
    })
    if (!isSure) return
    try {
      await discard()
    } catch (refusal) {
      return toast({ text: describeError(refusal).message, tone: 'danger' })
    }
    client.removeQueries({ queryKey: keys.processDraft(namespace, code) })
    await navigate(isNew ? { to: '/processes' } : { to: '/processes/$namespace/$code', params: { namespace, code } })
  }
}

/**
 * Returns the marks of the elements that have problems, each with the messages, as converted by `inWords`, as its
 * title.
 */
function problemMarks(problems: readonly Problem[], inWords: (message: string) => string): Marks {
  const byElement = Map.groupBy(
    problems.filter(({ elementId }) => elementId !== undefined),
    ({ elementId }) => elementId!,
  )
  const marks = [...byElement].map(([id, list]): [string, ElementMark] => {
    const hasError = list.some(({ severity }) => severity === 'error')
    const tone = hasError ? 'problem' : 'changed'
    const title = list.map(({ message }) => inWords(message)).join('\n')
    return [id, { tone: 'problem', badges: [{ tone, text: String(list.length), title }] }]
  })
  return { elements: new Map(marks), taken: new Set() }
}
