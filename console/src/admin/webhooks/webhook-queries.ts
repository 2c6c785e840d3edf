import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { Operations } from '../../api/operations.ts'
import { keys } from '../../api/query-keys.ts'
import type { Tone } from '../../ui/status-chip.tsx'
import { requestFilters } from '../audit/audit-queries.ts'

export type Webhook = Operations['getWebhook']['result']['webhook']
export type Delivery = Operations['getWebhookDelivery']['result']['delivery']
/** A delivery of the list, without its attempts and bodies. */
export type ListedDelivery = Omit<Delivery, 'log' | 'request' | 'response'>
export type DeliveryState = Delivery['state']

export const webhookEvents = [
  'element.created',
  'element.updated',
  'element.statusChanged',
  'element.deleted',
  'element.restored',
  'element.fileVersionAdded',
] as const
export const deliveryStates = ['pending', 'delivered', 'failed', 'skipped'] as const

export const deliveryTones: Readonly<Record<DeliveryState, Tone>> = {
  pending: 'info',
  delivered: 'good',
  failed: 'danger',
  skipped: 'neutral',
}

const eventKeys = {
  'element.created': 'webhooks.event_element_created',
  'element.updated': 'webhooks.event_element_updated',
  'element.statusChanged': 'webhooks.event_element_statusChanged',
  'element.deleted': 'webhooks.event_element_deleted',
  'element.restored': 'webhooks.event_element_restored',
  'element.fileVersionAdded': 'webhooks.event_element_fileVersionAdded',
  'webhook.ping': 'webhooks.event_webhook_ping',
} as const
/** Returns the key of the text that names an event. */
export const eventKey = (event: Delivery['event']) => eventKeys[event]

/** Returns the state of a webhook: on, troubled while deliveries fail, or the reason why the webhook is off. */
export const stateOf = ({ isOn, offReason, failingSince }: Webhook) =>
  isOn ? (failingSince ? 'troubled' : 'on') : (offReason ?? 'administrator')
export const stateTones = {
  on: 'good',
  troubled: 'warn',
  administrator: 'neutral',
  failing: 'danger',
  gone: 'danger',
} as const satisfies Readonly<Record<ReturnType<typeof stateOf>, Tone>>

export const webhooksQuery = queryOptions({
  queryKey: keys.webhooks(),
  queryFn: async ({ signal }) => (await call('listWebhooks', { signal })).result.result,
})

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: keys.webhooks(id),
    queryFn: async ({ signal }) => (await call('getWebhook', { params: { id }, signal })).webhook,
  })

/** The filters of deliveries as written in the address; days are such as `2026-03-31`. */
export interface DeliveryFilters {
  readonly state?: DeliveryState
  readonly from?: string
  readonly to?: string
}

export const deliveriesQuery = (id: string, filters: DeliveryFilters, page: number, size: number) =>
  queryOptions({
    queryKey: keys.webhooks(id, 'deliveries', filters, page, size),
    queryFn: async ({ signal }) => {
      const { state, ...days } = filters
      const { from: since, to: until } = requestFilters(days)
      const chosen = { ...(state && { state }), ...(since && { since }), ...(until && { until }) }
      const query = { ...chosen, from: (page - 1) * size, size }
      const { result } = await call('listWebhookDeliveries', { params: { id }, query, signal })
      return { rows: result.result as unknown as readonly ListedDelivery[], total: result.total }
    },
  })

export const deliveryQuery = (id: string, deliveryId: string) =>
  queryOptions({
    queryKey: keys.webhooks(id, 'delivery', deliveryId),
    queryFn: async ({ signal }) => (await call('getWebhookDelivery', { params: { id, deliveryId }, signal })).delivery,
  })
