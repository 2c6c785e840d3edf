import { instance } from './instances.ts'
import { newUser } from './people.ts'
import { done, type Make, missingId } from './scene.ts'

/**
 * Makes a task: of the actor; of somebody else in an instance that the actor started; in a process that is hidden from
 * the actor; of an instance that was interrupted; or none.
 */
export const task: Make = async (scene, actor, state) => {
  if (state === 'missing') return { id: missingId }
  const started = state === 'own' ? 'shared' : state === 'shared' ? 'own' : state
  const { id } = await instance(scene, actor, started)
  const { result } = await done(scene.call('GET', `/api/v1/tasks?instanceId=${id}&state=all`))
  return { id: result.result[0].id }
}

/** Makes a task that its performer has delegated. */
export const delegatedTask: Make = async (scene, actor, state) => {
  const { id } = await task(scene, actor, state)
  const { id: userId } = await newUser(scene)
  const isOpen = state !== 'missing' && state !== 'deleted'
  if (isOpen) await done(scene.call('POST', `/api/v1/tasks/${id}/delegate`, { userId }))
  return { id: id! }
}

/** Makes a task with a question: to the actor when it is the actor's own, else to somebody else. */
export const askedTask: Make = async (scene, actor, state) => {
  const { id } = await task(scene, actor, state === 'own' ? 'shared' : state)
  const userId = state === 'own' ? actor.id : (await newUser(scene)).id
  const isOpen = state !== 'missing' && state !== 'deleted'
  if (isOpen) await done(scene.call('POST', `/api/v1/tasks/${id}/ask`, { userId, question: 'Is it right?' }))
  return { id: id! }
}
