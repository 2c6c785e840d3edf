import { fresh, type Make } from './scene.ts'

/**
 * Makes the address of an application. Shared: one that is restricted but visible to all. Foreign: one whose namespace is hidden from all callers.
 */
export const application: Make = async (_scene, _actor, state) => {
  if (state === 'missing') return { namespace: 'crypt', code: 'unheard' }
  return state === 'foreign' ? { namespace: 'crypt', code: 'vault' } : { namespace: 'law', code: 'cases' }
}

export const section: Make = async (_scene, _actor, state) => {
  const named = (namespace: string) => ({ namespace, code: namespace })
  return state === 'missing' ? named('unheard') : named(state === 'foreign' ? 'crypt' : 'law')
}

/** Makes the path of an application, for operations that accept it in place of a namespace. */
export const dottedSection: Make = async (...given) => {
  const { namespace, code } = await application(...given)
  return { namespace: `${namespace}.${code}` }
}

export const solution: Make = async (_scene, _actor, state) => ({ code: state === 'missing' ? 'unheard' : 'guarded' })

export const decision: Make = async (_scene, _actor, state) => ({
  namespace: 'law',
  code: state === 'missing' ? 'unheard' : 'fees',
})

export const report: Make = async (_scene, _actor, state) => {
  if (state === 'missing') return { namespace: 'law', code: 'unheard' }
  return state === 'foreign' ? { namespace: 'crypt', code: 'contents' } : { namespace: 'law', code: 'kinds' }
}

/** Makes an address for something that does not exist yet. */
export const nothingYet: Make = async (_scene, _actor, state) => ({
  id: fresh('unheard'),
  namespace: state === 'foreign' ? 'crypt' : state === 'shared' ? 'law' : 'unheard',
  code: 'nowhere',
})
