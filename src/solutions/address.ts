import { splitNamespace } from '../foundation/kit/codes.ts'

/** The address of a definition. The code of a namespace is also its namespace. */
export interface Address {
  readonly namespace: string
  readonly code: string
}

/**
 * The namespace of everything that the platform itself provides. The namespace has no file of its own, and solutions
 * may add applications to it.
 */
export const systemNamespace = '_system_catalogs'

/**
 * Returns the code of the namespace in the menu that a definition belongs to. The namespace of a definition of an
 * application is the application's path: `ref.contacts` belongs to `ref`.
 */
export function sectionOf(namespace: string): string {
  return splitNamespace(namespace).section
}

/** Returns the key of a definition among those of all kinds, such as `application ref.counterparties`. */
export function definitionKey({ word }: { readonly word: string }, address: Address): string {
  return `${word} ${definitionPath(address)}`
}

/** Returns the key of a solution itself among definitions. */
export const solutionKey = (code: string): string => `solution ${code}`

/** Returns the path of a definition, such as `ref.counterparties`, as people and references name it. */
export function definitionPath({ namespace, code }: Address): string {
  return `${namespace}.${code}`
}
