import { useRef, useState } from 'react'
import { areInputsReady } from '../fields/unready-input.ts'
import type { Form } from '../fields/use-form.ts'
import { useI18n } from '../i18n/index.tsx'
import { useShortcuts } from '../ui/keys/shortcuts.ts'
import { type Decision, useDecide } from './decisions.ts'
import { exitName, requiredFor } from './task-fields.ts'
import type { Task } from './task-queries.ts'

export type Exit = Task['exits'][number]

interface Options {
  readonly task: Task
  readonly form: Form
  /** The exit that was chosen last, which decides which inputs are required. */
  readonly exit: Exit | undefined
  readonly setExit: (chosen: Exit | undefined) => void
  /** A decision that was taken back or refused. */
  readonly last: Decision | undefined
  readonly onCompleted: () => void
}

/**
 * Returns the comment on a task and `choose`, which completes the task with an exit when its inputs are right. The keys
 * `a` and `r` move the focus to the button of the positive and of the negative exit, or to a comment that is missing.
 */
export function useCompletion({ task, form, exit, setExit, last, onCompleted }: Options) {
  const { t } = useI18n()
  const [comment, setComment] = useState(last?.comment ?? '')
  const [hasNoComment, setNoComment] = useState(false)
  // The values that the person has seen. The server refuses a decision that would replace a value that has changed
  // since.
  const shown = useRef(last?.shown ?? Object.fromEntries(task.fields.map((field) => [field.name, field.value]))).current
  const decide = useDecide(task)
  const ids = idsOf(task)
  const hasCommentField = task.fields.some(({ name }) => name === 'comment')
  const needsComment = (chosen: Exit | undefined) =>
    chosen !== undefined && !hasCommentField && (chosen.isCommentRequired || chosen.kind === 'negative')
  const askForComment = () => document.getElementById(ids.comment)?.focus()
  // The exit that was chosen last: another one may be chosen while an upload or a search is awaited.
  const wish = useRef<Exit>(undefined)
  const choose = async (chosen: Exit | undefined) => {
    setExit(chosen)
    wish.current = chosen
    if (!(await areInputsReady(document.getElementById(ids.form)!)) || wish.current !== chosen) return
    complete.current(chosen)
  }
  const complete = useRef((_: Exit | undefined) => {})
  // `complete` uses the values of the latest rendering, which has the result of a search or an upload that has just
  // ended.
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
  const focusExit = (kind: Exit['kind']) => {
    const chosen = task.exits.find((each) => each.kind === kind)
    if (!task.actions.includes('complete') || chosen === undefined) return
    setExit(chosen)
    if (needsComment(chosen) && comment.trim() === '') askForComment()
    else document.getElementById(ids.exit(chosen))?.focus()
  }
  useShortcuts([
    { keys: 'a', label: 'tasks.approveKey', run: () => focusExit('positive') },
    { keys: 'r', label: 'tasks.rejectKey', run: () => focusExit('negative') },
  ])
  return {
    choose,
    comment,
    /** Whether the comment is the task's own input; a field named `comment` takes its place. */
    hasOwnComment: !hasCommentField,
    isCommentRequired: needsComment(exit),
    hasNoComment,
    setComment: (text: string) => {
      setComment(text)
      setNoComment(false)
    },
  }
}

/** Returns the ids of the elements of a task's form, which keep apart the forms of several tasks on one page. */
export const idsOf = ({ id }: Task) => ({
  form: `form-${id}`,
  comment: `comment-${id}`,
  exit: (exit: Exit | undefined) => `exit-${id}-${exit?.code ?? ''}`,
})
