import type { Answer, Call } from './api-client.ts'
import type { Entry, Outcome } from './ledger.ts'

export const application = 'ref/counterparties'

/** Sends the request of a ledger entry. Repeated calls send exactly the same request. */
export function send(call: Call, { action, id, values, key }: Pick<Entry, 'action' | 'id' | 'values' | 'key'>) {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
  if (action === 'create') return call('POST', `/pub/v1/app/${application}/create`, { context: values }, headers)
  const at = `/pub/v1/app/${application}/${id}`
  if (action === 'get') return call('GET', `${at}/get`)
  if (action === 'set-status') return call('POST', `${at}/set-status`, { status: { code: values.__status } }, headers)
  return call('POST', `${at}/update`, { context: values }, headers)
}

/** Returns the outcome of an answer: only 4xx counts as refused; anything else that is not a success is in doubt. */
export function outcomeOf({ status, body }: Answer): Outcome {
  if (status === 200 && body.success === true) return 'acked'
  return status >= 400 && status < 500 ? 'refused' : 'in doubt'
}
