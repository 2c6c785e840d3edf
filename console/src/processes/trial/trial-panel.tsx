import { Button } from '@mantine/core'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { FieldsForm } from '../../fields/fields-form.tsx'
import { useForm } from '../../fields/use-form.ts'
import { useI18n } from '../../i18n/index.tsx'
import { FieldList } from '../../ui/field-list.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { ErrorMessage, Skeleton } from '../../ui/states.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { instanceMarks, type Marks } from '../diagram/marks.ts'
import { withStepNames } from '../step-words.ts'
import { variableField } from '../variables.ts'
import css from './trial.module.css'
import { type Trial, useTrial } from './use-trial.ts'
import { WaitForm } from './wait-form.tsx'

/** A trial of the drawn process: the input of the start, the elements at which the instance waits, and its context. */
export function TrialPanel(props: {
  namespace: string
  code: string
  xml: string
  /** Returns the name of an element of the diagram. */
  nameOf: (id: string) => string
  onMarks: (marks: Marks) => void
  onSelect: (id: string) => void
  onClose: () => void
}) {
  const { nameOf, onMarks, onSelect, onClose } = props
  const { t } = useI18n()
  const { trial, isBusy, steps, restart, start, take, back } = useTrial(props)
  const [error, setError] = useState<unknown>()
  // The error is removed when the next run begins, and not when it ends, because an older run may end later.
  const again = useCallback((work: () => Promise<void>) => {
    setError(undefined)
    work().catch(setError)
  }, [])
  useEffect(() => again(restart), [again, restart])
  useEffect(() => {
    if (trial === undefined) return
    onMarks(
      instanceMarks(trial, {
        active: (count) => t('processes.activeCount', { count }),
        done: (count) => t('processes.completedTimes', { count }),
        incidents: (count) => t('processes.incidentCount', { count }),
      }),
    )
  }, [trial, onMarks, t])
  return (
    <div className={css.trial} aria-busy={isBusy}>
      <div className={css.head}>
        <h2>{t('processes.tTitle')}</h2>
        {trial && trial.status !== 'new' && (
          <StatusChip tone={trial.status === 'completed' ? 'good' : 'info'}>
            {t(trial.status === 'completed' ? 'processes.tCompleted' : 'processes.tRunning')}
          </StatusChip>
        )}
      </div>
      <p className={css.hint}>{t('processes.tHint')}</p>
      {error !== undefined && <ErrorMessage error={error} />}
      {trial === undefined && error === undefined && <Skeleton lines={3} />}
      {trial?.status === 'new' && <StartForm trial={trial} isBusy={isBusy} onStart={start} />}
      {trial?.incidents.map(({ elementId, message }) => (
        <p key={`${elementId} ${message}`} className={css.incident}>
          <b>{nameOf(elementId)}</b>: {withStepNames(message, nameOf)}
        </p>
      ))}
      {trial?.waits.map((wait) => (
        <WaitForm
          key={`${steps.length} ${wait.elementId}`}
          wait={wait}
          name={nameOf(wait.elementId)}
          context={trial.context}
          isBusy={isBusy}
          onSelect={() => onSelect(wait.elementId)}
          onTake={take}
        />
      ))}
      {trial && trial.status !== 'new' && <Context trial={trial} />}
      <div className={css.buttons}>
        {trial && trial.status !== 'new' && (
          <>
            <Button variant="default" disabled={isBusy} onClick={() => again(back)}>
              {t('processes.tBack')}
            </Button>
            <Button variant="default" disabled={isBusy} onClick={() => again(restart)}>
              {t('processes.tRestart')}
            </Button>
          </>
        )}
        <Button variant="default" onClick={onClose}>
          {t('ui.close')}
        </Button>
      </div>
    </div>
  )
}

function StartForm(props: {
  trial: Trial
  isBusy: boolean
  onStart: (context: Record<string, unknown>) => Promise<void>
}) {
  const { trial, isBusy, onStart } = props
  const { t } = useI18n()
  const fields = useMemo(() => trial.start.map((variable) => variableField(variable)), [trial.start])
  const form = useForm({ fields, initial: {} })
  const start = async () => {
    if (!form.check()) return
    await onStart(form.changes()).catch(form.refuse)
  }
  return (
    <FieldsForm
      form={form}
      onSubmit={start}
      isBusy={isBusy}
      buttons={<FormButtons action={t('processes.tStart')} isBusy={isBusy} />}
    />
  )
}

/** The variables that have a value. */
function Context({ trial }: { trial: Trial }) {
  const { t } = useI18n()
  const values = Object.entries(trial.context).filter(([, value]) => value !== null && !isEmptyList(value))
  if (values.length === 0) return null
  const items = values.map(([name, value]) => ({
    key: name,
    name: <code>{name}</code>,
    value: typeof value === 'string' ? value : <code>{JSON.stringify(value)}</code>,
  }))
  return (
    <section aria-label={t('processes.context')}>
      <h3>{t('processes.context')}</h3>
      <FieldList items={items} />
    </section>
  )
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0
