import { type Actor, done, fresh, type Make, missingId, type Scene } from './scene.ts'

const cases = '/pub/v1/app/law/cases'
const address = { namespace: 'law', code: 'cases' }

/** Makes a case: created by the actor, shared with the actor by a rule, field or grant, or hidden from the actor. */
export const element: Make = async (scene, actor, state) => {
  if (state === 'missing') return { ...address, id: missingId }
  const params = await anElement(scene, actor, state)
  await done(scene.call('POST', `${cases}/${params.id}/update`, { context: { pin } }))
  return params
}

const anElement: Make = async (scene, actor, state) => {
  if (state === 'own') return { ...address, id: await create(actor, { kind: 'kept' }) }
  if (state === 'foreign') return { ...address, id: await create(scene.actors.administrator, { kind: 'secret' }) }
  const id = await shared(scene, actor)
  if (state === 'deleted') {
    const context = { __deletedAt: '2026-01-01T00:00:00Z' }
    await done(scene.call('POST', `${cases}/${id}/update`, { context }))
  }
  return { ...address, id }
}

/** The pin of every draft, which only administrators may read. */
export const pin = 4711

/** Makes a case, addressed through a contract. */
export const contractElement: Make = async (...given) => ({ ...(await element(...given)), code: 'records' })

/** Makes a case with the status public, so that everyone who sees the case may read its pin. */
export const publicElement: Make = async (scene, actor, state) => {
  const params = await element(scene, actor, state)
  if (state === 'missing') return params
  await done(scene.call('POST', `${cases}/${params.id}/set-status`, { status: { code: 'public' } }))
  return params
}

async function shared({ actors, call }: Scene, actor: Actor): Promise<string> {
  if (actor === actors.owner) return create(actors.administrator, { kind: 'secret', owner: [actor.id] })
  if (![actors.guest, actors.substitute, actors.participant].includes(actor))
    return create(actors.administrator, { kind: 'shared' })
  const id = await create(actors.administrator, { kind: 'secret' })
  await done(call('PUT', grantOf(id, actor.id), { rights: ['view'] }))
  return id
}

/** Makes a case with a grant to the bystander, who is the `subject`. */
export const grant: Make = async (scene, actor, state) => {
  const params = await element(scene, actor, state)
  const { id: subject } = scene.bystander
  if (state !== 'missing') await done(scene.call('PUT', grantOf(params.id!, subject), { rights: ['view'] }))
  return { ...params, subject }
}

const grantOf = (id: string, subject: string): string => `/api/v1/elements/law/cases/${id}/grants/${subject}`

async function create({ call }: Actor, context: object): Promise<string> {
  const { item } = await done(call('POST', `${cases}/create`, { context: { title: fresh('case'), ...context } }))
  return item.__id
}
