import { randomUUID } from 'node:crypto'
import { type Actor, done, fresh, type Make, missingId, type Params, type Scene } from './scene.ts'

const disk = '/pub/v1/disk'
export const commonDirectory = '9240261a-ab27-5e65-b883-198236739dcc'

function formOf(text: string): FormData {
  const form = new FormData()
  form.append('file', new Blob([text]), `${fresh('file')}.txt`)
  return form
}

export const fileForm = (): FormData => formOf('bytes')

async function uploaded({ call }: Actor, bytes = 'bytes'): Promise<string> {
  const hash = randomUUID()
  await done(call('POST', `${disk}/file/upload?hash=${hash}`, formOf(bytes)))
  return hash
}

async function newFile({ call }: Actor): Promise<Params> {
  const { file } = await done(call('POST', `${disk}/directory/${commonDirectory}/upload`, formOf('bytes')))
  return { id: file.__id }
}

/**
 * Makes a file in the common directory: created by the actor, shown to the actor by a grant, or hidden from the actor.
 */
export const file: Make = async (scene, actor, state) => {
  if (state === 'missing') return { id: missingId }
  const made = await newFile(state === 'own' || state === 'deleted' ? actor : scene.bystander)
  if (state === 'shared') await show(scene, made, actor)
  if (state === 'deleted') await done(actor.call('PATCH', `${disk}/files/deleted`, { fileIds: [made.id] }))
  return made
}

export const directory: Make = async (scene, actor, state) => {
  if (state === 'missing') return { id: missingId }
  const { call } = state === 'own' ? actor : scene.bystander
  const { directory: made } = await done(call('POST', `${disk}/directory`, { name: fresh('directory') }))
  if (state === 'shared') await show(scene, { id: made.__id }, actor)
  return { id: made.__id }
}

/** Makes a directory, and an upload by the actor, whose hash is `hash`, to be stored in it. */
export const directoryAndUpload: Make = async (scene, actor, state) => {
  return { ...(await directory(scene, actor, state)), hash: await uploaded(actor) }
}

/** Makes a file, and an upload by the actor with other bytes, whose hash is `hash`. */
export const fileAndUpload: Make = async (scene, actor, state) => {
  return { ...(await file(scene, actor, state)), hash: await uploaded(actor, fresh('bytes')) }
}

/** Makes a file with a grant to a new user, who is the `subject`. */
export const fileGrant: Make = async (scene, actor, state) => {
  const { id } = await file(scene, actor, state)
  const { id: subject } = await done(scene.call('POST', '/api/v1/users', { login: fresh('user') }))
  if (state !== 'missing' && state !== 'deleted')
    await done(scene.call('PUT', grantOf(id!, subject), { rights: ['view'] }))
  return { id: id!, subject }
}

export const fileLink: Make = async (scene, _actor, state) => {
  if (state === 'missing') return { token: 'none', name: 'none' }
  const { id } = await newFile(scene.bystander)
  const { Link } = await done(scene.bystander.call('GET', `${disk}/file/${id}/get-link`))
  const [token, name] = new URL(Link).pathname.split('/').slice(2)
  return { token: token!, name: decodeURIComponent(name!) }
}

export const uploadLink: Make = async (_scene, { call }, state) => {
  if (state === 'missing') return { token: 'none', name: 'none' }
  const { items } = await done(call('POST', `${disk}/links/upload`, { hashesList: [randomUUID()] }))
  const [token, name] = new URL(items[0].link).pathname.split('/').slice(2)
  return { token: token!, name: name! }
}

async function show({ call }: Scene, { id }: Params, to: Actor): Promise<void> {
  await done(call('PUT', grantOf(id!, to.id), { rights: ['view'] }))
}

const grantOf = (id: string, subject: string): string => `/api/v1/files/${id}/grants/${subject}`
