import { letterbox } from '../../../src/api/management/registrations/letters.fixture.ts'
import { type Actor, done, fresh, type Make, missingId, type Params, type Scene } from './scene.ts'

async function newOffice({ call }: Scene): Promise<string> {
  return (await done(call('POST', '/pub/v1/nomenclature/directory', { name: fresh('office'), type: 'place' }))).item.id
}

async function give({ call }: Scene, office: string, { id }: Actor, right: string): Promise<void> {
  await done(call('PUT', `/api/v1/nomenclature-directories/${office}/grants/${id}`, { rights: [right] }))
}

/** Makes an office that the actor administers, may see, or knows nothing about. */
export const office: Make = async (scene, actor, state) => {
  if (state === 'missing') return { id: missingId }
  const id = await newOffice(scene)
  if (state === 'own') await give(scene, id, actor, 'administer')
  if (state === 'shared') await give(scene, id, actor, 'view')
  return { id }
}

/** Makes an office as `office` does, with a grant to a new user, who is the `subject`. */
export const officeGrant: Make = async (scene, actor, state) => {
  const { id } = await office(scene, actor, state)
  const { id: subject } = await done(scene.call('POST', '/api/v1/users', { login: fresh('user') }))
  if (state !== 'missing') await give(scene, id!, { id: subject } as Actor, 'view')
  return { id: id!, subject }
}

/** Makes an open case in an office that `office` makes. */
export const caseOf: Make = async (scene, actor, state) => {
  if (state === 'missing') return { id: missingId }
  const { id: directoryId } = await office(scene, actor, state)
  return newCase(scene, directoryId!)
}

async function newCase({ call }: Scene, directoryId: string): Promise<Params> {
  const body = {
    name: fresh('case'),
    docflow: 'input',
    directoryId,
    registrationSettings: { reserveEnabled: true, editAfterRegistration: true },
  }
  return { id: (await done(call('POST', '/pub/v1/nomenclature', body))).item.id }
}

const applied = new WeakMap<Scene, Promise<unknown>>()

/** Makes an element that everyone may register, once for each call. */
export async function aLetter(scene: Scene): Promise<{ namespace: string; code: string; id: string }> {
  const solution =
    applied.get(scene) ?? letterbox().then((zip) => done(scene.call('POST', '/api/v1/solutions/apply', zip)))
  applied.set(scene, solution)
  await solution
  const { item } = await done(scene.call('POST', '/pub/v1/app/letterbox/plain/create', { context: { subject: 'a' } }))
  return { namespace: 'letterbox', code: 'plain', id: item.__id }
}

/** Makes the registration of a letter in a case that `caseOf` makes. */
export const registration: Make = async (scene, actor, state) => {
  if (state === 'missing') return { id: missingId }
  const { id: caseId } = await caseOf(scene, actor, state)
  const { item } = await done(scene.call('POST', '/api/v1/registrations', { ...(await aLetter(scene)), caseId }))
  return { id: item.id }
}

/** Makes a legal hold, which only administrators know. */
export const hold: Make = async (scene, _actor, state) => {
  if (state === 'missing') return { id: missingId }
  const { id: caseId } = await newCase(scene, await newOffice(scene))
  const placed = await done(scene.call('POST', '/api/v1/holds', { caseId, reason: 'a reason' }))
  return { id: placed.hold.id }
}

/** Makes a closed case in an office that `office` makes. The case's retention is not a number of years. */
export const disposable: Make = async (scene, actor, state) => {
  const params = await caseOf(scene, actor, state)
  if (state === 'missing') return params
  const path = `/api/v1/nomenclature/${params.id}`
  await done(scene.call('PATCH', path, { retention: { kind: 'until_replaced' } }))
  await done(scene.call('POST', `${path}/state`, { state: 'closed' }))
  return params
}
