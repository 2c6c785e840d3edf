import type { Clock } from '../../foundation/kit/clock.ts'
import type { About, Tell } from '../../people/index.ts'
import type { Value } from '../engine/index.ts'
import type { Work, WorkCall } from '../execution/index.ts'
import { createFindPerformers } from './tasks/index.ts'

/** Maximum number of characters of the subject and of the text. */
const maxSubjectChars = 500
const maxTextChars = 20_000

export interface NotificationWorkDeps {
  readonly clock: Clock
  readonly tell: Tell
  /** Returns the address of an application by its id; undefined when it was removed. */
  readonly applicationById: (id: string) => { readonly namespace: string; readonly code: string } | undefined
}

/**
 * Creates the work of the action `notification.send`, which tells users something. The notification is written in the
 * transaction of the advance, so it is sent once, however often the activity is attempted. The notification leads to
 * the element that the instance runs for, or else to the instance.
 */
export function notificationWork({ clock, tell, applicationById }: NotificationWorkDeps): Work {
  const findPerformers = createFindPerformers(clock)
  return {
    action: 'notification.send',
    place: 'transaction',
    async run(tx, call) {
      const { to, subject, text } = (call.settings.parameters ?? {}) as Readonly<Record<string, Value>>
      const title = textOf(subject).trim()
      if (title === '') return failed('the setting "subject" is empty')
      const body = textOf(text)
      if (title.length > maxSubjectChars || body.length > maxTextChars)
        return failed(
          `a notification has at most ${maxSubjectChars} characters of subject and ${maxTextChars} characters of text`,
        )
      const known = { initiator: call.instance.initiator }
      const found = await findPerformers(tx, [{ type: 'expression', value: separated(to) }], known)
      if ('problem' in found) return failed(found.problem.replace('the task has no performer', 'nobody can be told'))
      await tell(tx, [
        {
          key: `message:${call.wait}`,
          event: 'message',
          to: 'assignee' in found ? [found.assignee] : found.candidates,
          about: aboutOf(call, applicationById),
          details: { subject: title, text: body },
        },
      ])
      return { type: 'done', variables: {} }
    },
  }
}

const failed = (message: string) => ({ type: 'failed', message, isFinal: true }) as const

const textOf = (value: Value): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** Splits a text with commas into receivers. */
const separated = (to: Value): Value => (typeof to === 'string' ? to.split(',').flatMap((one) => one.trim() || []) : to)

function aboutOf(
  { instance: { id, item } }: WorkCall,
  applicationById: NotificationWorkDeps['applicationById'],
): About {
  const application = item && applicationById(item.app)
  if (application === undefined) return { type: 'instance', id }
  const { namespace, code } = application
  return { type: 'element', namespace, code, id: item!.id }
}
