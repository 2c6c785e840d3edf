import type { DefinitionKind, Definitions, Use } from '../../solutions/index.ts'
import { type Definition, keyOf, keyOfDefinition } from './content.ts'

/** Whether definitions can be exported as a self-contained package, and the reasons against the export. */
export interface Exportable {
  readonly exportable: boolean
  /** The reasons against the export that the caller may know, in the order of the definitions. */
  readonly reasons: readonly ExportReason[]
}

export interface ExportReason {
  /**
   * The kind of reason: `outside_` and the kind of a definition that is not part of the package, such as
   * `outside_application`, or `local_record` for an object of this installation in a default value.
   */
  readonly code: string
  /** The path of the referring definition or field, such as `ref.contacts.counterparty`. */
  readonly path: string
  /** The target of the reference: a path such as `ref.counterparties`, or the id of an object. */
  readonly ref: string
}

/** A reference that prevents the export of the definition `from`. */
export interface Obstacle {
  readonly from: Definition
  readonly use: Use
}

/**
 * Returns the references that prevent the export of a package of definitions. Everything that the package refers to
 * must be part of the package, or part of a solution on which the referring definition's solution directly depends.
 * Indirect dependencies do not count, because a solution in between may drop its dependency.
 */
export function obstaclesOf(
  kinds: readonly DefinitionKind[],
  definitions: Definitions,
  included: readonly Definition[],
): Obstacle[] {
  const inside = new Set(included.map(keyOfDefinition))
  const dependencies = new Map(definitions.solutions().map((solution) => [solution.code, solution.dependencies]))
  const solutionOf = new Map(
    kinds.flatMap((kind) =>
      definitions.of(kind).map((entry) => [keyOfDefinition({ kind, entry }), entry.solution] as const),
    ),
  )
  const travels = ({ to, ref }: Use, { entry }: Definition): boolean => {
    const declared = dependencies.get(entry.solution) ?? []
    return inside.has(keyOf(to, ref)) || declared.includes(solutionOf.get(keyOf(to, ref)) ?? '')
  }
  return included.flatMap((from) =>
    (from.kind.uses?.(from.entry) ?? []).filter((use) => !travels(use, from)).map((use) => ({ from, use })),
  )
}

/** Returns the reason of an obstacle in the form of the API. */
export function reasonOf({ use: { to, path, ref } }: Obstacle): ExportReason {
  return { code: to === 'record' ? 'local_record' : `outside_${to}`, path, ref }
}
