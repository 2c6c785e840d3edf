/**
 * Kinds of notifications, which users switch on and off for each channel. To add a kind, list it here, add its events,
 * and write their texts in `notifications.json` of each language.
 */
export const notificationKinds = [
  'task',
  'question',
  'deadline',
  'import',
  'job',
  'comment',
  'message',
  'system',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

interface EventType {
  readonly kind: NotificationKind
  /** Whether the event asks for work. Substitutes of the receiver are notified of work, too. */
  readonly isWork: boolean
}

/** The events that notify users. */
export const notificationEvents = {
  'task.new': { kind: 'task', isWork: true },
  'task.reassigned': { kind: 'task', isWork: true },
  'task.delegated': { kind: 'task', isWork: true },
  'task.returned': { kind: 'task', isWork: true },
  'task.escalated': { kind: 'task', isWork: true },
  'task.asked': { kind: 'question', isWork: true },
  'task.answered': { kind: 'question', isWork: true },
  'task.reminded': { kind: 'deadline', isWork: true },
  'sheet.cancelled': { kind: 'task', isWork: true },
  'import.done': { kind: 'import', isWork: false },
  'import.failed': { kind: 'import', isWork: false },
  'job.done': { kind: 'job', isWork: false },
  'job.failed': { kind: 'job', isWork: false },
  'comment.mentioned': { kind: 'comment', isWork: false },
  message: { kind: 'message', isWork: false },
  'webhook.off': { kind: 'system', isWork: false },
  'backup.failed': { kind: 'system', isWork: false },
} as const satisfies Readonly<Record<string, EventType>>
export type NotificationEvent = keyof typeof notificationEvents

/** The object to which a notification leads. */
export type About =
  | { readonly type: 'task' | 'sheet' | 'instance' | 'import' | 'job' | 'webhook' | 'backup'; readonly id: string }
  | { readonly type: 'element'; readonly namespace: string; readonly code: string; readonly id: string }

/** Returns the path of the page of an object in the console of this installation, for links in mails. */
export function pathOf(about: About): string {
  const { type, id } = about
  if (type === 'element') return `/console/apps/${about.namespace}/${about.code}/${id}`
  if (type === 'webhook') return `/console/admin/webhooks/${id}`
  if (type === 'backup') return '/console/admin/system'
  return `/console/${type}s/${id}`
}
