import { oneTask } from '../../../src/process/definition/templates/templates.fixture.ts'
import { bpmn, end, flows, start, timer as timerOf } from '../../../src/process/engine/process.fixture.ts'
import { newUser } from './people.ts'
import { done, fresh, type Make, missingId, type Scene } from './scene.ts'

const published = new WeakMap<Scene, Map<string, Promise<unknown>>>()

/** Publishes a process once for each scene. */
export function publishOnce(scene: Scene, namespace: string, code = 'posted', xml = oneTask()): Promise<unknown> {
  const known = published.get(scene) ?? new Map<string, Promise<unknown>>()
  published.set(scene, known)
  const file = new TextEncoder().encode(xml)
  const path = `${namespace}/${code}`
  const publishing = known.get(path) ?? done(scene.call('POST', `/api/v1/processes/${path}/publish`, file))
  known.set(path, publishing)
  return publishing
}

/**
 * Makes the address of a process template. Shared: a template without rules, which everyone may start and view.
 * Foreign: a template in a namespace that is hidden from all callers.
 */
export const processTemplate: Make = async (scene, _actor, state) => {
  if (state === 'missing') return { namespace: 'law', code: 'unheard', version: '1' }
  const namespace = state === 'foreign' ? 'crypt' : 'law'
  await publishOnce(scene, namespace)
  return { namespace, code: 'posted', version: '1' }
}

/** Makes an address for a new process. Its namespace exists except in the state `missing`. */
export const newProcess: Make = async (_scene, _actor, state) => ({
  namespace: state === 'missing' ? 'unheard' : state === 'foreign' ? 'crypt' : 'law',
  code: fresh('process').replace('-', '_'),
})

/** Makes the address of a process that has a draft. */
export const draftOfProcess: Make = async (scene, actor, state) => {
  const params = await newProcess(scene, actor, state)
  const path = `/api/v1/processes/${params.namespace}/${params.code}/draft`
  if (state !== 'missing') await done(scene.call('PUT', path, { xml: oneTask() }))
  return params
}

/** Makes a process that was published by hand and that no other line of the matrix uses. */
export const ownProcess: Make = async (scene, actor, state) => {
  const params = await newProcess(scene, actor, state)
  if (state === 'missing') return params
  const path = `/api/v1/processes/${params.namespace}/${params.code}/publish`
  await done(scene.call('POST', path, Buffer.from(oneTask())))
  return params
}

export const processGrant: Make = async (scene, actor, state) => {
  const params = await processTemplate(scene, actor, state)
  const { id: subject } = await newUser(scene)
  const path = `/api/v1/processes/${params.namespace}/${params.code}/grants/${subject}`
  if (state !== 'missing') await done(scene.call('PUT', path, { rights: ['view'] }))
  return { ...params, subject: subject! }
}

const timed = bpmn([
  start(),
  `<intermediateCatchEvent id="w">${timerOf('P1D')}</intermediateCatchEvent>`,
  end(),
  flows('s > w > e'),
])

/** Makes a timer of an instance. The actor may view the instances of its template; nobody may for a foreign one. */
export const timer: Make = async (scene, actor, state) => {
  if (state === 'missing') return { id: missingId }
  const namespace = state === 'foreign' ? 'crypt' : 'law'
  await publishOnce(scene, namespace, 'timed', timed)
  const grant = `/api/v1/processes/law/timed/grants/${actor.id}`
  if (state !== 'foreign') await done(scene.call('PUT', grant, { rights: ['view'] }))
  const started = await done(scene.call('POST', `/pub/v1/bpm/template/${namespace}/timed/run`, { context: {} }))
  const query = encodeURIComponent(JSON.stringify({ filter: { tf: { instanceId: started.context.__id } } }))
  const found = await done(scene.call('GET', `/api/v1/timers?query=${query}`))
  return { id: found.result.result[0].id }
}
