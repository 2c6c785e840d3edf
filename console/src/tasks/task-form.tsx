import { Button, Textarea } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useStore } from '../api/store.ts'
import { FieldValue } from '../fields/field-value.tsx'
import { FieldsForm } from '../fields/fields-form.tsx'
import { areInputsReady } from '../fields/unready-input.ts'
import { useForm } from '../fields/use-form.ts'
import { useI18n } from '../i18n/index.tsx'
import { FieldList } from '../ui/field-list.tsx'
import { useShortcuts } from '../ui/keys/shortcuts.ts'
import { ErrorMessage } from '../ui/states.tsx'
import { type Decision, decisions, draftKeyOf, useDecide } from './decisions.ts'
import { exitOrder } from './exit-order.ts'
import { Remarks } from './remarks.tsx'
import css from './task-card.module.css'
import { editedValue, exitName, fieldTitle, formField, remarksOf, requiredFor } from './task-fields.ts'
import type { Task } from './task-queries.ts'
import { WaitingDecision } from './waiting-decision.tsx'

type Exit = Task['exits'][number]

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
  const [comment, setComment] = useState(last?.comment ?? '')
  const [hasNoComment, setNoComment] = useState(false)
  const required = requiredFor(task.fields, exit?.code)
  const fields = task.fields.map((field) => {
    const edited = formField({ ...field, title: fieldTitle(task, field, t) })
    return { ...edited, isReadOnly: edited.isReadOnly || !canComplete, isRequired: required.has(field.name) }
  })
  const initial = Object.fromEntries(task.fields.map((field) => [field.name, editedValue(field)]))
  const form = useForm({ fields, initial, draftKey: draftKeyOf(task) })
  // What the person has seen; a value that changes meanwhile is not replaced without a word.
  const shown = useRef(last?.shown ?? Object.fromEntries(task.fields.map((field) => [field.name, field.value]))).current
  const decide = useDecide(task)
  const formId = `form-${task.id}`
  const error = last?.error
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new refusal marks the fields
  useEffect(() => {
    if (error !== undefined) form.refuse(error)
  }, [error])
  const hasCommentField = task.fields.some(({ name }) => name === 'comment')
  const needsComment = (chosen: Exit | undefined) =>
    chosen !== undefined && !hasCommentField && (chosen.isCommentRequired || chosen.kind === 'negative')
  const askForComment = () => document.getElementById(`comment-${task.id}`)?.focus()
  // The exit that was chosen last: another one may be chosen while an upload or a search is awaited.
  const wish = useRef<Exit>(undefined)
  const choose = async (chosen: Exit | undefined) => {
    setExit(chosen)
    wish.current = chosen
    if (!(await areInputsReady(document.getElementById(formId)!)) || wish.current !== chosen) return
    complete.current(chosen)
  }
  const complete = useRef((_: Exit | undefined) => {})
  // The values of the latest rendering, which has the result of a search or an upload that has just ended.
  complete.current = (chosen) => {
    const isSilent = needsComment(chosen) && comment.trim() === ''
    setNoComment(isSilent)
    const isRequired = requiredFor(task.fields, chosen?.code)
    const needed = ({ code }: { readonly code: string }) =>
      isRequired.has(code) || (code === 'comment' && chosen?.kind === 'negative')
    const isRight = form.check(needed)
    if (isSilent) return askForComment()
    if (!isRight) return
    const name = chosen ? exitName(task, chosen, t) : t('tasks.complete')
    const said = hasCommentField ? '' : comment
    if (decide({ exit: chosen?.code, name, comment: said, context: form.changes(), shown })) onCompleted()
  }
  const exitOf = (kind: Exit['kind']) => task.exits.find((each) => each.kind === kind)
  const buttonOf = (chosen: Exit | undefined) => `exit-${task.id}-${chosen?.code ?? ''}`
  const focusExit = (chosen: Exit | undefined) => {
    if (!canComplete || chosen === undefined) return
    setExit(chosen)
    if (needsComment(chosen) && comment.trim() === '') askForComment()
    else document.getElementById(buttonOf(chosen))?.focus()
  }
  useShortcuts([
    { keys: 'a', label: 'tasks.approveKey', run: () => focusExit(exitOf('positive')) },
    { keys: 'r', label: 'tasks.rejectKey', run: () => focusExit(exitOf('negative')) },
  ])
  const hidden = new Set(task.fields.flatMap(({ name, isHidden }) => (isHidden ? [name] : [])))
  const remarks = new Map(task.fields.map((field) => [field.name, remarksOf(field)]))
  const readOnly = fields.filter(({ isReadOnly }) => isReadOnly)
  const edited = fields.filter(({ isReadOnly }) => !isReadOnly)
  const { exits, main } = exitOrder(task.exits.length > 0 ? task.exits : [undefined])
  return (
    <div id={formId} className={css.card}>
      <FieldList
        items={readOnly.map((field) => ({
          key: field.code,
          name: field.label,
          value: hidden.has(field.code) ? (
            t('tasks.hiddenValue')
          ) : remarks.get(field.code)?.length ? (
            <Remarks task={task.id} remarks={remarks.get(field.code)!} />
          ) : (
            <FieldValue field={field} value={form.values[field.code]} />
          ),
        }))}
      />
      <FieldsForm
        fields={edited}
        values={form.values}
        errors={form.errors}
        onChange={form.set}
        onSubmit={() => exits.length === 1 && void choose(exits[0])}
      >
        {canComplete && (
          <div className={css.completion}>
            {!hasCommentField && (
              <Textarea
                id={`comment-${task.id}`}
                label={t('tasks.comment')}
                rows={2}
                value={comment}
                required={needsComment(exit)}
                error={hasNoComment ? t('tasks.commentRequired') : undefined}
                onChange={(event) => {
                  setComment(event.currentTarget.value)
                  setNoComment(false)
                }}
              />
            )}
            {error !== undefined && Object.keys(form.errors).length === 0 && <ErrorMessage error={error} />}
            <div className={css.exits}>
              {exits.map((each) => (
                <Button
                  key={each?.code ?? ''}
                  id={buttonOf(each)}
                  variant={each === main ? 'filled' : 'default'}
                  onClick={() => void choose(each)}
                >
                  {each ? exitName(task, each, t) : t('tasks.complete')}
                </Button>
              ))}
            </div>
          </div>
        )}
      </FieldsForm>
    </div>
  )
}
