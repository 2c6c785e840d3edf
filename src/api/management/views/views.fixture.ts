import { assertDone } from '../../../../test/everything.ts'
import type { Body, Call } from '../../../../test/platform.ts'
import { newId } from '../../../foundation/kit/ids.ts'

export const views = '/api/v1/views'

/** Saves a view of all.things and returns it. */
export async function aView(call: Call, more: Body = {}): Promise<Body> {
  const body = { application: 'all.things', name: `view ${newId()}`, search: 'f=["kind:small"]', ...more }
  const answer = await call('POST', views, body)
  assertDone(answer)
  return answer.body.view
}

/** Returns the names of the saved views that a user sees. */
export async function seen(call: Call, search = ''): Promise<string[]> {
  const answer = await call('GET', `${views}${search}`)
  assertDone(answer)
  return answer.body.views.map(({ name }: Body) => name)
}

/** Creates a group with these members and returns its id. */
export async function aGroup(call: Call, members: readonly string[]): Promise<string> {
  const made = await call('POST', '/pub/v1/scheme/namespaces/global/groups', { __name: `group ${newId()}` })
  assertDone(made)
  const { __id } = made.body.group
  assertDone(await call('POST', `/pub/v1/scheme/groups/${__id}/add-items`, members))
  return __id
}
