import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { Body, Call } from '../../../test/platform.ts'

/** Returns the contents of an installation without ids and times, in an order that does not depend on ids and times. */
export async function contentsOf(call: Call): Promise<Body> {
  const listed = async (path: string, show: (one: Body) => unknown, method = 'GET'): Promise<string[]> => {
    const body = method === 'GET' ? undefined : { active: true, size: 1000 }
    const answer = await call(method, path, body)
    assert.equal(answer.status, 200, `${path}: ${answer.body.error}`)
    const items: Body[] = answer.body.result?.result ?? answer.body.items
    return items.map((one) => JSON.stringify(show(one))).sort()
  }
  const elementsOf = (app: string) =>
    listed(`/pub/v1/app/${app}/list`, (one) => [app, one.__name, one.__status?.status], 'POST')
  const apps = ['ref/counterparties', 'ref/contacts', 'ref/calls', 'docs/incoming', 'docs/outgoing', 'docs/orders']
  const more = ['docs/assignments', 'legal/contracts', 'buy/requests', 'buy/budget_lines']
  // The import of products runs as a job after the start, and a job that a killed node held waits until its lease
  // expires.
  const isQuiet = async (): Promise<boolean> => {
    const products = await call('POST', '/pub/v1/app/ref/products/list', { active: true, size: 1 })
    const instances = await call('GET', '/api/v1/instances?size=1000')
    const isRunning = ({ __state, state }: Body) => (__state ?? state) === 'exec'
    return products.body.result.total > 100 && !(instances.body.result?.result ?? instances.body.items).some(isRunning)
  }
  for (let looks = 0; looks < 600 && !(await isQuiet()); looks++) await wait(100)
  return {
    people: await listed('/pub/v1/user/list', ({ login, __status }) => [login, __status], 'POST'),
    substitutions: await listed('/api/v1/substitutions', ({ kind, applications }) => [kind, applications]),
    orgItems: await listed('/api/v1/org-items', ({ code, name, holders }) => [code, name, holders?.length]),
    groups: await listed('/pub/v1/scheme/groups/list', ({ namespace, code }) => [namespace, code], 'POST'),
    nomenclature: await listed(
      `/pub/v1/nomenclature?query=${encodeURIComponent('{"active":true,"size":1000}')}`,
      (one) => [one.index, one.name, one.retention],
    ),
    elements: (await Promise.all([...apps, ...more, 'ref/products'].map(elementsOf))).flat(),
    instances: await listed('/api/v1/instances?size=1000', ({ __name, __state, state }) => [__name, __state ?? state]),
    // Within a minute after the start, a job ends the overdue tasks of users who have not read an order. The job may
    // have run or not, so these tasks count as not done either way, and the task `list_missing` that follows is left
    // out.
    tasks: (
      await listed('/api/v1/tasks?performer=any&state=all&size=1000', ({ elementId, subject, state, performers }) => [
        elementId,
        subject,
        elementId === 'acquaint' ? state === 'closed' : state,
        performers.length,
      ])
    ).filter((one) => !one.includes('list_missing')),
    timers: await listed('/api/v1/timers?size=1000', ({ elementId }) => elementId),
    restorePoints: await listed('/api/v1/restore-points?size=1000', ({ name }) => name),
    registrations: await listed('/api/v1/registrations?size=1000', ({ number, state }) => [number, state]),
    segments: await listed('/pub/v1/marketing/segment', ({ __name, name }) => __name ?? name, 'POST'),
    files: await listed('/api/v1/files?size=1000', ({ name, version }) => [name, version]),
    tokens: (await listed('/api/v1/tokens', ({ name, revokedAt }) => [name, revokedAt === null])).filter((one) =>
      one.includes('true'),
    ),
  }
}
