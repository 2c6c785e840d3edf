import type { Field } from '../../fields/index.ts'
import { isObject, type JsonValue } from '../../kit/json.ts'
import { builtInGroupPaths } from '../../people/index.ts'
import { namedGroups } from '../access/named-groups.ts'
import type { Application } from '../definitions/application.ts'
import { builtInApplication } from '../definitions/built-in.ts'
import type { CatalogGroup, CatalogSnapshot } from '../definitions/catalog.ts'
import { applicationPath, groupPath } from '../definitions/definition.ts'

/** Whether something may leave the installation as a closed package. */
export interface Exportable {
  readonly exportable: boolean
  /** What holds it back, in the order of the definitions. */
  readonly reasons: readonly ExportReason[]
}

export interface ExportReason {
  /** An application or a group that does not travel with it, or a record of this installation in a default value. */
  readonly code: 'outside_application' | 'outside_group' | 'local_record'
  /** What refers: `ref.contacts.counterparty`. */
  readonly path: string
  /** To what: `ref.counterparties`, or the id of a record. */
  readonly ref: string
}

/**
 * True exactly when everything that the applications and groups refer to is among them, built in, or in a solution that
 * theirs depends on by name. What solutions further down hold does not count: they may let go of each other.
 */
export function exportable(
  snapshot: CatalogSnapshot,
  applications: readonly Application[],
  groups: readonly CatalogGroup[] = [],
): Exportable {
  const inside = new Set(applications.map(({ id }) => id))
  const dependencies = new Map(snapshot.solutions().map((solution) => [solution.code, solution.dependencies]))
  const travels = (application: Application, target: Application | undefined): boolean => {
    if (target === undefined) return false
    const declared = dependencies.get(snapshot.origin(application).solution) ?? []
    return inside.has(target.id) || declared.includes(snapshot.origin(target).solution)
  }
  const reasons = applications.flatMap((application) =>
    fieldsOf(application).flatMap(({ path, field }): ExportReason[] => {
      const records = recordsIn(field, field.defaultValue).map(
        (ref): ExportReason => ({ code: 'local_record', path, ref }),
      )
      const to = field.type.refersTo?.(field)
      if (to?.to !== 'element' || builtInApplication(to)) return records
      if (travels(application, snapshot.application(to.namespace, to.code))) return records
      return [{ code: 'outside_application', path, ref: applicationPath(to) }, ...records]
    }),
  )
  reasons.push(...outsideGroups(snapshot, applications, groups))
  return { exportable: reasons.length === 0, reasons }
}

/** The groups that groups contain and that access rules name, and that do not come along. */
function outsideGroups(
  snapshot: CatalogSnapshot,
  applications: readonly Application[],
  groups: readonly CatalogGroup[],
): ExportReason[] {
  const inside = new Set([...builtInGroupPaths, ...groups.map(groupPath)])
  const solutionOf = new Map(snapshot.groups().map((group) => [groupPath(group), group.solution]))
  const dependencies = new Map(snapshot.solutions().map((solution) => [solution.code, solution.dependencies]))
  const naming = [
    ...groups.map((group) => ({ path: applicationPath(group), solution: group.solution, named: group.groups })),
    ...applications.map((application) => ({
      path: applicationPath(application),
      solution: snapshot.origin(application).solution,
      named: namedGroups(application.accessSection ?? {}).map(({ path }) => path),
    })),
  ]
  return naming.flatMap(({ path, solution, named }) => {
    const declared = dependencies.get(solution) ?? []
    return [...new Set(named)]
      .filter((one) => !inside.has(one) && !declared.includes(solutionOf.get(one) ?? ''))
      .map((ref): ExportReason => ({ code: 'outside_group', path, ref }))
  })
}

/** Fields and the columns of tables. */
function fieldsOf(application: Application): { path: string; field: Field }[] {
  const named = (fields: ReadonlyMap<string, Field>, place: string) =>
    [...fields.values()].map((field) => ({ path: `${place}.${field.code}`, field }))
  return named(application.fields, applicationPath(application)).flatMap((one) => [
    one,
    ...named(one.field.columns ?? new Map(), one.path),
  ])
}

/** The users, files, elements and the like whose ids a default value holds: nobody else has them. */
function recordsIn(field: Field, value: JsonValue): string[] {
  if (value === null) return []
  if (field.columns !== undefined) return tableRecords(field.columns, value)
  if (field.type.references === undefined) return []
  const entries = Array.isArray(value) ? value : [value]
  // `user:id` of a role, `namespace:code:id` of any element.
  return entries.map((entry) =>
    isObject(entry)
      ? [entry.type, entry.namespace, entry.code, entry.id].filter((part) => part !== undefined).join(':')
      : String(entry),
  )
}

function tableRecords(columns: ReadonlyMap<string, Field>, table: JsonValue): string[] {
  const { rows, result } = table as unknown as { rows: readonly Cells[]; result: Cells }
  return [...rows, result].flatMap((cells) =>
    [...columns.values()].flatMap((column) => recordsIn(column, cells[column.code] ?? null)),
  )
}

type Cells = Readonly<Record<string, JsonValue>>
