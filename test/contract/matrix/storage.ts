import { application, section } from './definitions.ts'
import { done, fresh, type Make } from './scene.ts'

/** Stores a value and returns its address; nothing is stored under the key of the state `missing`. */
const valueIn =
  (place: Make): Make =>
  async (scene, actor, state) => {
    const params: Record<string, string> = { ...(await place(scene, actor, state)), key: fresh('key') }
    if (state === 'missing') return params
    const path = [params.namespace ?? 'system', params.code, params.key].filter((part) => part !== undefined).join('/')
    await done(scene.call('POST', `/pub/v1/storage/${path}`, { data: 'x' }))
    return params
  }

export const systemValue = valueIn(async () => ({}))
export const namespaceValue = valueIn(async (...given) => ({ namespace: (await section(...given)).namespace! }))
export const applicationValue = valueIn(application)
