import { idOfPath } from '../../../src/foundation/kit/ids.ts'
import { element } from './elements.ts'
import { fresh, type Make } from './scene.ts'

/**
 * Makes the address of an application. Shared: a restricted application that everyone can see. Foreign: an application
 * in a namespace that is hidden from all callers.
 */
export const application: Make = async (_scene, _actor, state) => {
  if (state === 'missing') return { namespace: 'crypt', code: 'unheard' }
  return state === 'foreign' ? { namespace: 'crypt', code: 'vault' } : { namespace: 'law', code: 'cases' }
}

/** Makes the address of a contract over the application of the same state. */
export const contract: Make = async (...given) => {
  const { namespace } = await application(...given)
  return { namespace: namespace!, code: given[2] === 'missing' ? 'unheard' : 'records' }
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

/** Makes the code of a telephony module, which is visible to every user. */
export const telephony: Make = async (_scene, _actor, state) => {
  const code = state === 'missing' ? 'unheard' : 'pbx'
  return { code, id: code }
}

export const decision: Make = async (_scene, _actor, state) => ({
  namespace: 'law',
  code: state === 'missing' ? 'unheard' : 'fees',
})

/** Makes the address of a document template, with its id. */
export const documentTemplate: Make = async (_scene, _actor, state) => {
  if (state === 'missing') return { namespace: 'unheard', code: 'nowhere', id: fresh('silent') }
  const [namespace, code] = state === 'foreign' ? ['crypt', 'sealed'] : ['law.cases', 'card']
  return { namespace: namespace!, code: code!, id: idOfPath(`document template/${namespace}.${code}`) }
}

/** Makes a case and the address of the document template of cases. */
export const caseForTemplate: Make = async (...given) => {
  const { id } = await element(...given)
  return { namespace: 'law.cases', code: 'card', id: id! }
}

export const report: Make = async (_scene, _actor, state) => {
  if (state === 'missing') return { namespace: 'law', code: 'unheard' }
  return state === 'foreign' ? { namespace: 'crypt', code: 'contents' } : { namespace: 'law', code: 'kinds' }
}

/** Makes an address at which nothing exists yet. */
export const nothingYet: Make = async (_scene, _actor, state) => ({
  id: fresh('unheard'),
  namespace: state === 'foreign' ? 'crypt' : state === 'shared' ? 'law' : 'unheard',
  code: 'nowhere',
})
