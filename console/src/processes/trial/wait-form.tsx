import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useMemo, useState } from 'react'
import { FieldsForm } from '../../fields/fields-form.tsx'
import { useForm } from '../../fields/use-form.ts'
import { useFormats } from '../../i18n/format.ts'
import { useI18n } from '../../i18n/index.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { ErrorMessage } from '../../ui/states.tsx'
import { formValues, objectIn, variableField } from '../variables.ts'
import css from './trial.module.css'
import type { Step, Trial } from './use-trial.ts'

type Wait = Trial['waits'][number]

/** An element at which the instance waits, with the ways in which the wait can end. */
export function WaitForm(props: {
  wait: Wait
  name: string
  /** Present values of the variables. */
  context: Readonly<Record<string, unknown>>
  isBusy: boolean
  onSelect: () => void
  onTake: (step: Step) => Promise<void>
}) {
  const { wait, name, context, isBusy, onSelect, onTake } = props
  const { t } = useI18n()
  const { dateTime } = useFormats()
  return (
    <section className={css.wait} aria-label={name}>
      <h3>
        <button type="button" onClick={onSelect}>
          {name}
        </button>
      </h3>
      <p className={css.hint}>
        {t(`processes.tKind_${kindOf(wait)}`)}
        {wait.dueAt !== null && ` · ${dateTime(wait.dueAt)}`}
      </p>
      {wait.fields === null ? (
        <FreeValues wait={wait} isBusy={isBusy} onTake={onTake} />
      ) : (
        <Values wait={wait} fields={wait.fields} context={context} isBusy={isBusy} onTake={onTake} />
      )}
    </section>
  )
}

const kinds = ['task', 'timer', 'message', 'signal', 'child', 'sheet'] as const

/** Returns the kind of a wait as the keys of its texts name it. Kinds that are not in `kinds` are called `work`. */
const kindOf = ({ kind }: Wait): (typeof kinds)[number] | 'work' => kinds.find((one) => one === kind) ?? 'work'

function Values(props: {
  wait: Wait
  fields: NonNullable<Wait['fields']>
  context: Readonly<Record<string, unknown>>
  isBusy: boolean
  onTake: (step: Step) => Promise<void>
}) {
  const { wait, isBusy, onTake } = props
  const { t } = useI18n()
  const fields = useMemo(() => props.fields.map((field) => variableField(field)), [props.fields])
  const form = useForm({ fields, initial: formValues(props.fields, props.context) })
  const take = async (exit?: string) => {
    if (!form.check()) return
    const values = form.changes()
    const step = { elementId: wait.elementId, ...(exit !== undefined && { exit }), values }
    await onTake(step).catch(form.refuse)
  }
  const [first, ...others] = wait.exits
  return (
    <FieldsForm
      form={form}
      onSubmit={() => take(first?.code)}
      isBusy={isBusy}
      buttons={
        <FormButtons
          action={first?.name ?? t(wait.kind === 'timer' ? 'processes.tPass' : 'processes.tContinue')}
          isOneOfMany
          isBusy={isBusy}
        >
          {others.map(({ code, name }) => (
            <Button key={code} variant="default" disabled={isBusy} onClick={() => void take(code)}>
              {name}
            </Button>
          ))}
        </FormButtons>
      }
    />
  )
}

/** An input for values with any names, as JSON. */
function FreeValues(props: { wait: Wait; isBusy: boolean; onTake: (step: Step) => Promise<void> }) {
  const { wait, isBusy, onTake } = props
  const { t } = useI18n()
  const [text, setText] = useState('{}')
  const [error, setError] = useState<unknown>()
  const values = objectIn(text)
  const take = async (event: FormEvent) => {
    event.preventDefault()
    if (values === undefined || isBusy) return
    await onTake({ elementId: wait.elementId, values }).catch(setError)
  }
  return (
    <form className={css.free} onSubmit={take}>
      <Textarea
        label={t('processes.answerValues')}
        value={text}
        readOnly={isBusy}
        error={values === undefined && t('processes.noJson')}
        autosize
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {error !== undefined && <ErrorMessage error={error} />}
      <FormButtons action={t('processes.tContinue')} isOneOfMany isBusy={isBusy} />
    </form>
  )
}
