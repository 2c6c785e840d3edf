import { type Actor, done, type Make, missingId, reassign, type Scene } from './scene.ts'

const law = (code: string) => ({ namespace: 'law', code })

/** Makes the path of a process. Shared: one without access rules. Foreign: one that only administrators may use. */
export const openProcess: Make = async (_scene, _actor, state) =>
  law(state === 'missing' ? 'unheard' : state === 'foreign' ? 'sealed' : 'open')

/** Makes the path of a process that readers view and writers administer; others see only their own instances. */
export const reviewProcess: Make = async (_scene, _actor, state) =>
  law(state === 'missing' ? 'unheard' : state === 'foreign' ? 'sealed' : 'review')

/** Makes the id of a process. */
export const openProcessId: Make = async (scene, actor, state) => {
  const { code } = await openProcess(scene, actor, state)
  const found = scene.platform.context.processes.templates.catalog.find('law', code!)
  return { id: found?.id ?? missingId }
}

/**
 * Makes an instance that waits for a task. Own: started by the actor. Shared: started by the bystander, with a task of
 * the actor. Foreign: of a process that is hidden from the actor. Deleted: interrupted.
 */
export const instance: Make = async (scene, actor, state) => {
  if (state === 'missing') return { id: missingId }
  const { bystander, actors } = scene
  if (state === 'foreign') return { id: await run(scene, 'sealed', actors.administrator, bystander) }
  const id =
    state === 'own' ? await run(scene, 'review', actor, bystander) : await run(scene, 'review', bystander, actor)
  if (state === 'deleted') await done(scene.call('POST', `/pub/v1/bpm/instance/${id}/interrupt`))
  return { id }
}

/**
 * Makes an instance of a process without access rules, which everyone may start. Own: started by the actor. Shared:
 * started by the bystander, with a task of the actor. Foreign: started by the bystander. Deleted: shared, then
 * interrupted.
 */
export const openInstance: Make = async (scene, actor, state) => {
  if (state === 'missing') return { id: missingId }
  const { bystander } = scene
  const id = await run(scene, 'open', state === 'own' ? actor : bystander, bystander)
  if (state === 'shared' || state === 'deleted') await reassign(scene.call, id, actor.id)
  if (state === 'deleted') await done(scene.call('POST', `/pub/v1/bpm/instance/${id}/interrupt`))
  return { id }
}

/** Makes a batch of an administrator, or none. */
export const batch: Make = async ({ call }, _actor, state) => {
  if (state === 'missing') return { id: missingId }
  const started = await done(call('POST', '/api/v1/instances/interrupt', { instanceIds: [missingId] }))
  return { id: started.batch.id }
}

async function run({ call }: Scene, code: string, initiator: Actor, lawyer: Actor): Promise<string> {
  const context = { __createdBy: initiator.id, lawyer: [lawyer.id] }
  const started = await done(call('POST', `/pub/v1/bpm/template/law/${code}/run`, { context }))
  return started.context.__id
}
