import type { AccessSetting } from '../../access/index.ts'
import type { DefinitionRow, Deployed, StoredKind } from '../../solutions/index.ts'
import { namespaceRows } from './namespaces.store.ts'

/** A namespace: its file with all defaults filled in. */
export interface NamespaceDefinition {
  readonly code: string
  readonly name: string
  readonly icon: string | null
  readonly order: number
  /** The groups to which the namespace is visible; null means everyone. */
  readonly visibleTo: readonly string[] | null
}

/** A deployed namespace. */
export interface Namespace extends Deployed, NamespaceDefinition {
  readonly name: string
  readonly code: string
  /** The administrators' access setting of the namespace. */
  readonly accessSetting: AccessSetting | undefined
}

interface NamespaceRow extends DefinitionRow, NamespaceDefinition {
  readonly code: string
  readonly accessSetting: AccessSetting | null
}

/** Deployed namespaces, in the order of the menu. */
export const storedNamespaces: StoredKind<Namespace, NamespaceRow> = {
  word: 'namespace',
  rows: namespaceRows,
  texts: ['name'],
  compile: ({ accessSetting, ...row }) => Object.freeze({ ...row, accessSetting: accessSetting ?? undefined }),
}

/**
 * Returns the groups to which a namespace is visible; undefined for everyone. The administrators' setting replaces the
 * value of the definition.
 */
export function visibilityOf({ visibleTo, accessSetting }: Namespace): readonly string[] | undefined {
  return accessSetting?.visibleTo ?? visibleTo ?? undefined
}
