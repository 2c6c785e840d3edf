/** The events that a webhook can subscribe to. */
export const webhookEvents = [
  'element.created',
  'element.updated',
  'element.statusChanged',
  'element.deleted',
  'element.restored',
  'element.fileVersionAdded',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** The event of a test request, which administrators send by hand. */
export const pingEvent = 'webhook.ping'

export const deliveryStates = ['pending', 'delivered', 'failed', 'skipped'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Why a webhook is off: by an administrator, after days of failures, or because the receiver answered 410 Gone. */
export type OffReason = 'administrator' | 'failing' | 'gone'

/** A webhook as it is stored. */
export interface Webhook {
  readonly id: string
  readonly name: string
  readonly url: string
  readonly events: readonly WebhookEvent[]
  /** Codes of namespaces and paths of applications whose elements are sent; both empty for all applications. */
  readonly namespaces: readonly string[]
  readonly applications: readonly string[]
  /** The user with whose rights elements are read. */
  readonly userId: string
  /** Whether requests contain the element, or only its id. */
  readonly includeElement: boolean
  readonly isOn: boolean
  readonly offReason: OffReason | null
  /** Secrets as `sealSecret` returned them. */
  readonly secret: string
  readonly previousSecret: string | null
  readonly previousUntil: string | null
  readonly failingSince: string | null
  readonly createdAt: string
  readonly createdBy: string
  readonly updatedAt: string
  readonly updatedBy: string
}

/** A webhook as administrators see it. */
export interface WebhookView extends Omit<Webhook, 'secret' | 'previousSecret'> {
  readonly userName: string
  /** Numbers of waiting and of failed deliveries. */
  readonly pending: number
  readonly failed: number
  readonly lastDeliveredAt: string | null
}

/** Returns whether a webhook sends an event of an application. */
export function isSubscribed(
  { events, namespaces, applications }: Pick<Webhook, 'events' | 'namespaces' | 'applications'>,
  event: string,
  application: { readonly namespace: string; readonly path: string },
): boolean {
  if (!(events as readonly string[]).includes(event)) return false
  if (namespaces.length === 0 && applications.length === 0) return true
  return namespaces.includes(application.namespace) || applications.includes(application.path)
}
