import { Button, Textarea } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useStore } from '../api/store.ts'
import { FieldValue } from '../fields/field-value.tsx'
import { FieldsForm } from '../fields/fields-form.tsx'
import { type FormField, useForm } from '../fields/use-form.ts'
import { useI18n } from '../i18n/index.tsx'
import { FieldList } from '../ui/field-list.tsx'
import { type Decision, decisions, draftKeyOf } from './decisions.ts'
import { exitOrder } from './exit-order.ts'
import { Remarks } from './remarks.tsx'
import css from './task-card.module.css'
import { editedValue, exitName, fieldTitle, formField, remarksOf, requiredFor } from './task-fields.ts'
import type { Task } from './task-queries.ts'
import { type Exit, idsOf, useCompletion } from './use-completion.ts'
import { WaitingDecision } from './waiting-decision.tsx'

/** The form of a task, or the decision on the task that waits to be sent. */
export function TaskForm({ task, onCompleted }: { task: Task; onCompleted: () => void }) {
  const decision = useStore(decisions).get(task.id)
  if (decision?.isWaiting) return <WaitingDecision decision={decision} />
  return <DecisionForm task={task} last={decision} onCompleted={onCompleted} />
}

/**
 * The fields of a task with a button for each exit. A task that the user cannot complete shows its values only. `last`
 * is a decision that was taken back or refused.
 */
function DecisionForm(props: { task: Task; last: Decision | undefined; onCompleted: () => void }) {
  const { task, last, onCompleted } = props
  const { t } = useI18n()
  const canComplete = task.actions.includes('complete')
  const [exit, setExit] = useState<Exit>()
  const required = requiredFor(task.fields, exit?.code)
  const fields = task.fields.map((field) => {
    const edited = formField({ ...field, title: fieldTitle(task, field, t) })
    return { ...edited, isReadOnly: edited.isReadOnly || !canComplete, isRequired: required.has(field.name) }
  })
  const initial = Object.fromEntries(task.fields.map((field) => [field.name, editedValue(field)]))
  const form = useForm({ fields, initial, draftKey: draftKeyOf(task) })
  const completion = useCompletion({ task, form, exit, setExit, last, onCompleted })
  const { choose, comment, setComment, hasOwnComment, isCommentRequired, hasNoComment } = completion
  const error = last?.error
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new refusal marks the fields
  useEffect(() => {
    if (error !== undefined) form.refuse(error)
  }, [error])
  const ids = idsOf(task)
  const { exits, main } = exitOrder(task.exits.length > 0 ? task.exits : [undefined])
  const buttons = (
    <div className={css.exits}>
      {exits.map((each) => (
        <Button
          key={each?.code ?? ''}
          id={ids.exit(each)}
          variant={each === main ? 'filled' : 'default'}
          onClick={() => void choose(each)}
        >
          {each ? exitName(task, each, t) : t('tasks.complete')}
        </Button>
      ))}
    </div>
  )
  return (
    <div id={ids.form} className={css.card}>
      <ReadOnlyFields task={task} fields={fields.filter(({ isReadOnly }) => isReadOnly)} values={form.values} />
      <FieldsForm
        form={{ ...form, fields: fields.filter(({ isReadOnly }) => !isReadOnly) }}
        onSubmit={() => exits.length === 1 && void choose(exits[0])}
        buttons={canComplete && buttons}
      >
        {hasOwnComment && (
          <Textarea
            id={ids.comment}
            className={css.comment}
            label={t('tasks.comment')}
            rows={2}
            value={comment}
            required={isCommentRequired}
            error={hasNoComment ? t('tasks.commentRequired') : undefined}
            onChange={(event) => setComment(event.currentTarget.value)}
          />
        )}
      </FieldsForm>
    </div>
  )
}

/** The values that the user cannot change. A value that is the remarks of a sheet is shown as a list. */
function ReadOnlyFields(props: {
  task: Task
  fields: readonly FormField[]
  values: Readonly<Record<string, unknown>>
}) {
  const { task, fields, values } = props
  const { t } = useI18n()
  const hidden = new Set(task.fields.flatMap(({ name, isHidden }) => (isHidden ? [name] : [])))
  const remarks = new Map(task.fields.map((field) => [field.name, remarksOf(field)]))
  const contentOf = (field: FormField) => {
    if (hidden.has(field.code)) return t('tasks.hiddenValue')
    const said = remarks.get(field.code) ?? []
    return said.length > 0 ? (
      <Remarks task={task.id} remarks={said} />
    ) : (
      <FieldValue field={field} value={values[field.code]} />
    )
  }
  return <FieldList items={fields.map((field) => ({ key: field.code, name: field.label, value: contentOf(field) }))} />
}
