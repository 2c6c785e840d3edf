/**
 * Kinds of notifications, which users switch on and off for each channel. To add a kind, list it here, add its events,
 * and write their texts in `texts/`.
 */
export const notificationKinds = ['task', 'question', 'deadline', 'import', 'message'] as const
export type NotificationKind = (typeof notificationKinds)[number]

interface EventType {
  readonly kind: NotificationKind
  /** Whether the event asks for work, which substitutes of the receiver do, too. */
  readonly isWork: boolean
}

/** What people are told about. */
export const notificationEvents = {
  'task.new': { kind: 'task', isWork: true },
  'task.reassigned': { kind: 'task', isWork: true },
  'task.delegated': { kind: 'task', isWork: true },
  'task.returned': { kind: 'task', isWork: true },
  'task.escalated': { kind: 'task', isWork: true },
  'task.asked': { kind: 'question', isWork: true },
  'task.answered': { kind: 'question', isWork: true },
  'task.reminded': { kind: 'deadline', isWork: true },
  'import.done': { kind: 'import', isWork: false },
  'import.failed': { kind: 'import', isWork: false },
  message: { kind: 'message', isWork: false },
} as const satisfies Readonly<Record<string, EventType>>
export type NotificationEvent = keyof typeof notificationEvents

/** The object to which a notification leads. */
export type About =
  | { readonly type: 'task' | 'instance' | 'import'; readonly id: string }
  | { readonly type: 'element'; readonly namespace: string; readonly code: string; readonly id: string }

/** Returns the path of the object in this installation, for links. */
export function pathOf(about: About): string {
  const { type, id } = about
  if (type === 'element') return `/pub/v1/app/${about.namespace}/${about.code}/${id}/get`
  return `/api/v1/${type}s/${id}`
}
