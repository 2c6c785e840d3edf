import { groupIdOf } from '../../../src/people/index.ts'
import { done, fresh, type Make, missingId } from './scene.ts'

const everyone = groupIdOf('global', 'all_users')

/** Makes a saved view of law.cases. Shared: another user has shared the view with everyone. */
export const view: Make = async (scene, actor, state) => {
  if (state === 'missing') return { id: missingId }
  const { call } = state === 'own' ? actor : scene.bystander
  const sharedWith = state === 'shared' ? [everyone] : []
  const body = { application: 'law.cases', name: fresh('view'), search: 'view=board', sharedWith }
  return { id: (await done(call('POST', '/api/v1/views', body))).view.id }
}
