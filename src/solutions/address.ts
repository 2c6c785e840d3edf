/** The address of a definition. The code of a namespace is also its namespace. */
export interface Address {
  readonly namespace: string
  readonly code: string
}

/**
 * The namespace of everything that the platform itself provides. It has no file of its own, and solutions may add
 * applications to it.
 */
export const systemNamespace = '_system_catalogs'

/** Returns the path of a definition, such as `ref.counterparties`, as people and references name it. */
export function definitionPath({ namespace, code }: Address): string {
  return `${namespace}.${code}`
}
