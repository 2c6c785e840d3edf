import { done, fresh, type Make, missingId, type Params, password, type Scene } from './scene.ts'

/** Makes a user. Own: the caller. Foreign: a user unrelated to the caller. */
export const user: Make = async (scene, actor, state) => {
  if (state === 'missing') return { id: missingId }
  return state === 'own' ? { id: actor.id } : done(scene.call('POST', '/api/v1/users', { login: fresh('user') }))
}

export const token: Make = async (scene, actor, state) => {
  if (state === 'missing') return { id: missingId }
  const { login } = state === 'foreign' ? scene.bystander : actor
  const { id } = await done(scene.call('POST', '/api/v1/tokens', { name: fresh('token'), login }))
  if (state === 'deleted') await done(scene.call('DELETE', `/api/v1/tokens/${id}`))
  return { id }
}

export const session: Make = async (scene, actor, state) => {
  if (state === 'missing') return { id: missingId }
  const { login } = state === 'foreign' ? scene.bystander : actor
  const { headers } = await scene.as('')('POST', '/api/v1/sign-in', { login, password })
  const cookie = headers.get('set-cookie')!.split(';')[0]!
  const { result } = await done(scene.as('')('GET', '/api/v1/me/sessions', undefined, { cookie }))
  const { id } = result.result.find(({ current }: { current: boolean }) => current)
  if (state === 'deleted') await done(actor.call('DELETE', `/api/v1/me/sessions/${id}`))
  return { id }
}

/** Makes a group with one member. Own: the caller is the member. Foreign: the bystander is. */
export const group: Make = async ({ call, bystander }, actor, state) => {
  if (state === 'missing') return { id: missingId }
  const { group: made } = await done(
    call('POST', '/pub/v1/scheme/namespaces/global/groups', { __name: fresh('group') }),
  )
  const member = state === 'foreign' ? bystander : actor
  await done(call('POST', `/pub/v1/scheme/groups/${made.__id}/add-items`, [member.id]))
  if (state === 'deleted') await done(call('DELETE', `/pub/v1/scheme/groups/${made.__id}`))
  return { id: made.__id }
}

/** Makes a position. Own: the caller holds it. Foreign: nobody holds it. */
export const orgItem: Make = async ({ call, rootId }, actor, state) => {
  if (state === 'missing') return { id: missingId }
  const holders = state === 'own' ? [actor.id] : []
  const { id } = await done(
    call('POST', '/api/v1/org-items', { kind: 'position', name: fresh('position'), parent: rootId, holders }),
  )
  if (state === 'deleted') await done(call('DELETE', `/api/v1/org-items/${id}`))
  return { id }
}

/** Makes a substitution. Own: someone substitutes for the caller. Shared: the caller substitutes for someone. */
export const substitution: Make = async (scene, actor, state) => {
  if (state === 'missing') return { id: missingId }
  const { id: other } = await newUser(scene)
  const { bystander } = scene
  const [principal, substitute] =
    state === 'foreign' ? [bystander.id, other] : state === 'shared' ? [other, actor.id] : [actor.id, other]
  const { id } = await done(scene.call('POST', '/api/v1/substitutions', { principal, substitute, from: later }))
  if (state === 'deleted') await done(scene.call('DELETE', `/api/v1/substitutions/${id}`))
  return { id }
}

/**
 * Start of all substitutions, far in the future, because an active substitution would give one user the rights of
 * another during the test.
 */
export const later = '2100-01-01T00:00:00Z'

export async function newUser({ call }: Scene): Promise<Params> {
  const { id } = await done(call('POST', '/api/v1/users', { login: fresh('user') }))
  return { id }
}

/** Makes an invitation of a new user and returns its secret. */
export async function invitation(scene: Scene): Promise<string> {
  const { id } = await newUser(scene)
  const { link } = await done(scene.call('POST', `/api/v1/users/${id}/invitations`))
  return link.split('#invitation=')[1]
}
