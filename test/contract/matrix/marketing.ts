import { done, fresh, type Make, missingId } from './scene.ts'

/** Makes a static segment. */
export const segment: Make = async ({ call }, _actor, state) => {
  if (state === 'missing') return { id: missingId }
  const made = await done(call('PUT', '/pub/v1/marketing/segment', { name: fresh('segment') }))
  return { id: made.segment.__id }
}

export const subscriber: Make = async ({ call }, _actor, state) => {
  if (state === 'missing') return { id: missingId }
  const subscribers = [{ email: `${fresh('person').replaceAll(/[^a-z0-9-]/gi, '')}@test.example` }]
  const made = await done(call('PUT', '/api/v1/marketing/subscribers', { subscribers }))
  return { id: made.subscribers[0].id }
}
