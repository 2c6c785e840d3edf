import { oneTask } from '../../../src/process/templates/templates.fixture.ts'
import { newUser } from './people.ts'
import { done, fresh, type Make, type Scene } from './scene.ts'

const published = new WeakMap<Scene, Map<string, Promise<unknown>>>()

/** Publishes a process once for each scene. */
function publishOnce(scene: Scene, namespace: string): Promise<unknown> {
  const known = published.get(scene) ?? new Map<string, Promise<unknown>>()
  published.set(scene, known)
  const file = new TextEncoder().encode(oneTask())
  const publishing =
    known.get(namespace) ?? done(scene.call('POST', `/api/v1/processes/${namespace}/posted/publish`, file))
  known.set(namespace, publishing)
  return publishing
}

/**
 * Makes the address of a process template. Shared: one without rules, which everyone may start and view. Foreign: one
 * whose namespace is hidden from all callers.
 */
export const processTemplate: Make = async (scene, _actor, state) => {
  if (state === 'missing') return { namespace: 'law', code: 'unheard', version: '1' }
  const namespace = state === 'foreign' ? 'crypt' : 'law'
  await publishOnce(scene, namespace)
  return { namespace, code: 'posted', version: '1' }
}

/** Makes an address for a new process, in a namespace that exists unless it is missing. */
export const newProcess: Make = async (_scene, _actor, state) => ({
  namespace: state === 'missing' ? 'unheard' : state === 'foreign' ? 'crypt' : 'law',
  code: fresh('process').replace('-', '_'),
})

export const processGrant: Make = async (scene, actor, state) => {
  const params = await processTemplate(scene, actor, state)
  const { id: subject } = await newUser(scene)
  const path = `/api/v1/processes/${params.namespace}/${params.code}/grants/${subject}`
  if (state !== 'missing') await done(scene.call('PUT', path, { rights: ['view'] }))
  return { ...params, subject: subject! }
}
