import { Button, Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { FieldValue } from '../fields/field-value.tsx'
import { FieldsForm } from '../fields/fields-form.tsx'
import { useForm } from '../fields/use-form.ts'
import { useI18n } from '../i18n/index.tsx'
import { FieldList } from '../ui/field-list.tsx'
import { useShortcuts } from '../ui/keys/shortcuts.ts'
import { ErrorMessage } from '../ui/states.tsx'
import { useAction } from '../ui/use-action.ts'
import css from './task-card.module.css'
import { editedValue, exitName, fieldTitle, formField, requiredFor } from './task-fields.ts'
import type { Task } from './task-queries.ts'

type Exit = Task['exits'][number]

/** The form of a task with a button for each exit. A task that the user cannot complete shows its values only. */
export function TaskForm({ task, onCompleted }: { task: Task; onCompleted: () => void }) {
  const { t } = useI18n()
  const canComplete = task.actions.includes('complete')
  const [exit, setExit] = useState<string>()
  const [comment, setComment] = useState('')
  const [hasNoComment, setNoComment] = useState(false)
  const required = requiredFor(task.fields, exit)
  const fields = task.fields.map((field) => {
    const edited = formField({ ...field, title: fieldTitle(task, field, t) })
    return { ...edited, isReadOnly: edited.isReadOnly || !canComplete, isRequired: required.has(field.name) }
  })
  const initial = Object.fromEntries(task.fields.map((field) => [field.name, editedValue(field)]))
  const form = useForm({ fields, initial, draftKey: `task.${task.id}` })
  const shown = useRef<Readonly<Record<string, unknown>>>(
    Object.fromEntries(task.fields.map((field) => [field.name, field.value])),
  )
  const complete = useAction({
    run: (code: string | undefined) => {
      const said = comment.trim() === '' ? {} : { comment }
      const context = form.changes()
      const seen = Object.fromEntries(Object.keys(context).map((name) => [name, shown.current[name] ?? null]))
      const body = { ...(code === undefined ? {} : { exit: code }), context, seen, ...said }
      return call('completeTask', { params: { id: task.id }, body })
    },
    invalidates: [['tasks'], ['workspace'], ['elements']],
    done: t('tasks.completed'),
    showsError: true,
    onDone: () => {
      form.forgetDraft()
      onCompleted()
    },
  })
  const refuse = (error: unknown) => {
    // The person has now been told that these values have changed. The next attempt replaces them.
    if (error instanceof ApiError && error.code === 'task.outdated')
      shown.current = { ...shown.current, ...(error.answer.present as object) }
    form.refuse(error)
  }
  const choose = (chosen: Exit | undefined) => {
    const isSilent = chosen?.isCommentRequired === true && comment.trim() === ''
    setExit(chosen?.code)
    setNoComment(isSilent)
    if (isSilent) document.getElementById(`comment-${task.id}`)?.focus()
    else complete.mutate(chosen?.code, { onError: refuse })
  }
  const exitOf = (kind: Exit['kind']) => task.exits.find((each) => each.kind === kind)
  useShortcuts([
    {
      keys: 'a',
      label: 'tasks.approveKey',
      run: () => canComplete && exitOf('positive') && choose(exitOf('positive')),
    },
    { keys: 'r', label: 'tasks.rejectKey', run: () => canComplete && exitOf('negative') && choose(exitOf('negative')) },
  ])
  const readOnly = fields.filter(({ isReadOnly }) => isReadOnly)
  const edited = fields.filter(({ isReadOnly }) => !isReadOnly)
  const exits = task.exits.length > 0 ? task.exits : [undefined]
  const primary = exitOf('positive') ?? exits.find((each) => each?.kind !== 'negative')
  const hasCommentField = task.fields.some(({ name }) => name === 'comment')
  return (
    <>
      <FieldList
        items={readOnly.map((field) => ({
          key: field.code,
          name: field.label,
          value: <FieldValue field={field} value={form.values[field.code]} />,
        }))}
      />
      <FieldsForm
        fields={edited}
        values={form.values}
        errors={form.errors}
        onChange={form.set}
        onSubmit={() => exits.length === 1 && choose(exits[0])}
      >
        {canComplete && (
          <div className={css.completion}>
            {!hasCommentField && (
              <Textarea
                id={`comment-${task.id}`}
                label={t('tasks.comment')}
                rows={2}
                value={comment}
                error={hasNoComment ? t('tasks.commentRequired') : undefined}
                onChange={(event) => {
                  setComment(event.currentTarget.value)
                  setNoComment(false)
                }}
              />
            )}
            {complete.error && Object.keys(form.errors).length === 0 && <ErrorMessage error={complete.error} />}
            <div className={css.exits}>
              {exits.map((each) => (
                <Button
                  key={each?.code ?? ''}
                  variant={each === primary ? 'filled' : 'default'}
                  loading={complete.isPending && exit === each?.code}
                  onClick={() => choose(each)}
                >
                  {each ? exitName(task, each, t) : t('tasks.complete')}
                </Button>
              ))}
            </div>
          </div>
        )}
      </FieldsForm>
    </>
  )
}
