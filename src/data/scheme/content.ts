import type { Caller } from '../../people/index.ts'
import {
  type Address,
  type DefinitionKind,
  type Definitions,
  type Deployed,
  definitionPath,
} from '../../solutions/index.ts'
import { storedContracts } from '../contracts/definition/stored-contracts.ts'

/** A deployed definition together with its kind. */
export interface Definition {
  readonly kind: DefinitionKind
  readonly entry: Deployed
}

/** Returns the kinds in the order in which the content of a solution is listed. */
export function inContentOrder(kinds: readonly DefinitionKind[]): DefinitionKind[] {
  const position = ({ contentPosition = Number.POSITIVE_INFINITY }: DefinitionKind): number => contentPosition
  return kinds.toSorted((a, b) => (position(a) === position(b) ? 0 : position(a) - position(b)))
}

/** Returns the definitions of all kinds that match, kind by kind in the given order. */
export function definitionsOf(
  kinds: readonly DefinitionKind[],
  definitions: Pick<Definitions, 'of'>,
  matches: (definition: Definition) => boolean,
): Definition[] {
  return kinds.flatMap((kind) => definitions.of(kind).map((entry) => ({ kind, entry }))).filter(matches)
}

/**
 * Returns the key by which references find a definition. The key is in lower case, because no two definitions of a kind
 * differ only in case, and references to groups may use any case.
 */
export function keyOf(word: string, path: string): string {
  return `${word} ${path.toLowerCase()}`
}

/** Returns whether a definition is visible to the caller, apart from the visibility of its namespace. */
export type KnowsDefinition = (caller: Caller, definition: Definition) => boolean

/**
 * Creates the function that returns whether a definition is visible to a caller, as far as its kind decides this. A
 * contract is visible only to callers whom its own access rules admit and who can see at least one of its applications.
 */
export function createKnowsDefinition(knowsContract: (caller: Caller, contract: Address) => boolean): KnowsDefinition {
  return (caller, { kind, entry }) =>
    caller.administrator ||
    ((kind.isKnownTo?.(entry, caller) ?? true) && (kind.word !== storedContracts.word || knowsContract(caller, entry)))
}

/** Returns whether the definitions of a kind belong to namespaces; modules do not. */
export function isInNamespace({ file }: DefinitionKind): boolean {
  return file.path.startsWith('namespaces/')
}

export function keyOfDefinition({ kind, entry }: Definition): string {
  return keyOf(kind.word, definitionPath(entry))
}
