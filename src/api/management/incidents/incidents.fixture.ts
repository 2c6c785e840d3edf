import { assertDone } from '../../../../test/everything.ts'
import type { Body, Call } from '../../../../test/platform.ts'

export const unknownId = '018f0000-0000-7000-8000-000000000000'

/** Returns the incidents of an instance, open ones only by default. */
export async function incidentsOf(call: Call, instance: string, active = true): Promise<Body[]> {
  const query = encodeURIComponent(JSON.stringify({ active, filter: { tf: { instanceId: instance } } }))
  const answer = await call('GET', `/api/v1/incidents?query=${query}`)
  assertDone(answer)
  return answer.body.result.result
}

/** Returns an instance with its context. */
export async function instanceOf(call: Call, id: string): Promise<Body> {
  const answer = await call('GET', `/pub/v1/bpm/instance/${id}/get`)
  assertDone(answer)
  return answer.body.data
}

/** Returns the newest audit entry of an instance. */
export async function auditOf(call: Call, instance: string): Promise<Body> {
  const answer = await call('GET', `/api/v1/audit?object=instance:${instance}`)
  assertDone(answer)
  return answer.body.entries[0]
}
