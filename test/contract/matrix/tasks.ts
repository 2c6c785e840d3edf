import { instance, openInstance } from './instances.ts'
import { newUser } from './people.ts'
import { done, type Make, missingId } from './scene.ts'

/**
 * Makes a task. Own: the actor performs it. Shared: another user performs it, in an instance that the actor started.
 * Foreign: its process is hidden from the actor. Deleted: its instance was interrupted.
 */
export const task: Make = async (scene, actor, state) => {
  if (state === 'missing') return { id: missingId }
  const started = state === 'own' ? 'shared' : state === 'shared' ? 'own' : state
  const { id } = await instance(scene, actor, started)
  const { result } = await done(scene.call('GET', `/api/v1/tasks?instanceId=${id}&state=all`))
  return { id: result.result[0].id }
}

/** Makes a task of an instance of a process without access rules. */
export const openTask: Make = async (scene, actor, state) => {
  const { id } = await openInstance(scene, actor, state)
  if (state === 'missing') return { id: id! }
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

/** Makes a task with a question; in the state `own`, the actor is asked, otherwise another user. */
export const askedTask: Make = async (scene, actor, state) => {
  const { id } = await task(scene, actor, state === 'own' ? 'shared' : state)
  const userId = state === 'own' ? actor.id : (await newUser(scene)).id
  const isOpen = state !== 'missing' && state !== 'deleted'
  if (isOpen) await done(scene.call('POST', `/api/v1/tasks/${id}/ask`, { userId, question: 'Is it right?' }))
  return { id: id! }
}
