import {
  type DefinitionKind,
  type Definitions,
  type Deployed,
  definitionPath,
  type Viewer,
} from '../../solutions/index.ts'

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
 * Returns the key by which references find a definition. It is in lower case, because no two definitions of a kind
 * differ only in case, and references to groups may use any case.
 */
export function keyOf(word: string, path: string): string {
  return `${word} ${path.toLowerCase()}`
}

/** Returns whether the caller may know a definition, as far as its kind decides about that. */
export function isKnownTo({ kind, entry }: Definition, caller: Viewer): boolean {
  return caller.administrator || (kind.isKnownTo?.(entry, caller) ?? true)
}

/** Returns whether the definitions of a kind belong to namespaces; modules do not. */
export function isInNamespace({ file }: DefinitionKind): boolean {
  return file.path.startsWith('namespaces/')
}

export function keyOfDefinition({ kind, entry }: Definition): string {
  return keyOf(kind.word, definitionPath(entry))
}
