import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ApiError } from '../api/api-error.ts'
import { prepareCall } from '../api/call.ts'
import { delayWrite } from '../api/delayed-writes.ts'
import { staleAfter } from '../api/query-keys.ts'
import { createStore } from '../api/store.ts'
import { forgetDraft } from '../fields/use-form.ts'
import { useI18n } from '../i18n/index.tsx'
import { describeError } from '../ui/states.tsx'
import { toast } from '../ui/toasts.tsx'
import { readAfterWrite } from '../ui/use-action.ts'
import type { Task } from './task-queries.ts'

/** Time in ms in which a decision can be taken back. */
const undoMs = 8000
/** Maximum size of a body that the browser sends when the page is left; a larger body is sent without a delay. */
const maxDelayedBytes = 60_000

/** A decision on a task that the server has not accepted yet. */
export interface Decision {
  /** Whether the decision waits to be sent; otherwise it was taken back or refused, and its comment is kept. */
  readonly isWaiting: boolean
  readonly name: string
  readonly comment: string
  /** The values of the fields as the person has seen them. */
  readonly shown: Choice['context']
  readonly error?: unknown
  readonly undo: () => void
  readonly sendNow: () => void
}

/** What the user decided: the exit, with its name for the user, and the values that the user changed. */
export interface Choice {
  readonly exit: string | undefined
  readonly name: string
  readonly comment: string
  readonly context: Readonly<Record<string, unknown>>
  /** The values of the fields as the person has seen them. */
  readonly shown: Readonly<Record<string, unknown>>
}

/** The decisions that the server has not accepted yet, by the ids of their tasks. */
export const decisions = createStore<ReadonlyMap<string, Decision>>(new Map())

const keep = (id: string, decision: Decision | undefined): void => {
  const next = new Map(decisions.get())
  if (decision) next.set(id, decision)
  else next.delete(id)
  decisions.set(next)
}

/** Returns the key of the draft of a task's form. */
export const draftKeyOf = ({ id }: Pick<Task, 'id'>): string => `task.${id}`

/**
 * Returns the function that decides on a task; it returns false when a decision is waiting already. The decision is
 * sent after eight seconds, or earlier when the page is left or hidden; until then, a message offers to take it back.
 * A decision with a large body is sent at once. When a decision is refused, a message leads back to the task, with
 * everything that the user entered.
 */
export function useDecide(task: Task): (choice: Choice) => boolean {
  const { t } = useI18n()
  const client = useQueryClient()
  const router = useRouter()
  return ({ exit, name, comment, context, shown }) => {
    if (decisions.get().get(task.id)?.isWaiting) return false
    const { href } = router.state.location
    const open = () => void router.navigate({ href })
    const said = comment.trim() === '' ? {} : { comment }
    const seen = Object.fromEntries(Object.keys(context).map((field) => [field, shown[field] ?? null]))
    const body = { ...(exit === undefined ? {} : { exit }), context, seen, ...said }
    const isLarge = new Blob([JSON.stringify(body)]).size > maxDelayedBytes
    const prepared = prepareCall('completeTask', { params: { id: task.id }, body, keepalive: !isLarge })
    let ready: Awaited<typeof prepared> | undefined
    void prepared.then((run) => {
      ready = run
    })
    const ended = { isWaiting: false, name, comment, shown, undo: () => {}, sendNow: () => {} }
    const send = async () => {
      removeToast()
      try {
        await (ready ?? (await prepared))()
        forgetDraft(draftKeyOf(task))
        await readDecided(client)
        keep(task.id, undefined)
        toast({ text: exit === undefined ? t('tasks.completed') : t('tasks.completedWith', { name }), tone: 'good' })
      } catch (error) {
        // The person is now told that these values have changed. The next attempt replaces them.
        const present = error instanceof ApiError && error.code === 'task.outdated' ? error.answer.present : undefined
        keep(task.id, { ...ended, shown: { ...shown, ...(present as object) }, error })
        const text = t('tasks.refused', { task: task.subject, reason: describeError(error).message })
        toast({ text, tone: 'danger', action: { label: t('tasks.openTask'), run: open } })
      }
    }
    const write = delayWrite(send, isLarge ? 0 : undoMs)
    const undo = () => {
      write.takeBack()
      removeToast()
      keep(task.id, ended)
      open()
    }
    keep(task.id, { ...ended, isWaiting: true, undo, sendNow: write.sendNow })
    const removeToast = toast({
      text: t('tasks.decisionWaits', { name, task: task.subject }),
      action: { label: t('ui.undo'), run: undo },
      durationMs: undoMs,
    })
    return true
  }
}

const readDecided = (client: QueryClient): Promise<unknown> =>
  Promise.all(staleAfter.decision().map((queryKey) => readAfterWrite(client, queryKey)))
