import { element } from './elements.ts'
import { upload } from './imports.ts'
import { newUser } from './people.ts'
import { done, type Make, missingId, type Params, type Scene } from './scene.ts'

/** Makes a case with a file. */
export const document: Make = async (scene, actor, state) => {
  const params = await element(scene, actor, state)
  if (state !== 'missing') await addFile(scene, params)
  return params
}

async function addFile({ call }: Scene, { id }: Params): Promise<void> {
  const context = { scan: [{ hash: await upload(call), name: 'scan.csv' }] }
  await done(call('POST', `/pub/v1/app/law/cases/${id}/update`, { context }))
}

/** Returns the body that starts an approval of a case by these users. */
export const approvalOf = ({ namespace, code, id }: Params, ...users: readonly string[]) => ({
  type: 'approval',
  namespace,
  code,
  elementId: id,
  stages: [{ respondents: users.map((user) => ({ type: 'user', id: user })) }],
})

/**
 * Makes a sheet with two respondents. Own: the actor is a respondent and the initiator. Shared: about a case that is
 * shared with the actor. Foreign: about a case that is hidden from the actor. Deleted: cancelled.
 */
export const sheet: Make = (scene, actor, state) => aSheet(scene, actor, state, 'approval')

/** Makes a familiarization in the same states as `sheet`. */
export const familiarization: Make = (scene, actor, state) => aSheet(scene, actor, state, 'familiarization')

async function aSheet(
  scene: Scene,
  actor: Parameters<Make>[1],
  state: Parameters<Make>[2],
  type: 'approval' | 'familiarization',
): Promise<Params> {
  if (state === 'missing') return { id: missingId, respondentId: missingId }
  const about = await document(scene, actor, state === 'deleted' ? 'shared' : state)
  const isOwn = state === 'own'
  const first = isOwn ? actor.id : (await newUser(scene)).id!
  const start = { ...approvalOf(about, first, (await newUser(scene)).id!), type }
  const { sheet: made } = await done((isOwn ? actor.call : scene.call)('POST', '/api/v1/sheets', start))
  if (state === 'deleted') await done(scene.call('POST', `/api/v1/sheets/${made.id}/cancel`, { reason: 'withdrawn' }))
  return { id: made.id, respondentId: made.respondents[1].id }
}
