import { namedGroups } from '../../access/named-groups.ts'
import { isObject, type JsonValue } from '../../foundation/kit/json.ts'
import { builtInGroupPaths } from '../../people/index.ts'
import type { Field } from '../../query/fields/index.ts'
import type { CatalogGroup, CatalogSnapshot } from '../../solutions/catalog.ts'
import { applicationPath, groupPath } from '../applications/definition.ts'
import type { Application } from '../applications/application.ts'
import { builtInApplication } from '../applications/built-in.ts'

/** Whether applications and groups can be exported as a self-contained package. */
export interface Exportable {
  readonly exportable: boolean
  /** The reasons against the export, in the order of the definitions. */
  readonly reasons: readonly ExportReason[]
}

export interface ExportReason {
  /**
   * The kind of reason: an application or a group that is not part of the package, or the id of an object of this
   * installation in a default value.
   */
  readonly code: 'outside_application' | 'outside_group' | 'local_record'
  /** The path of the referring definition, such as `ref.contacts.counterparty`. */
  readonly path: string
  /** The target of the reference: a path such as `ref.counterparties`, or the id of an object. */
  readonly ref: string
}

/**
 * Returns whether applications and groups can be exported. They can when everything that they refer to is exported with
 * them, built in, or part of a solution that their own solution names as a dependency. Indirect dependencies do not
 * count, because the solutions between may drop them.
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

/** Returns the references to groups that are not part of the package: in the members of groups and in access rules. */
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

/** Returns the fields of an application, and the columns of its tables. */
function fieldsOf(application: Application): { path: string; field: Field }[] {
  const named = (fields: ReadonlyMap<string, Field>, place: string) =>
    [...fields.values()].map((field) => ({ path: `${place}.${field.code}`, field }))
  return named(application.fields, applicationPath(application)).flatMap((one) => [
    one,
    ...named(one.field.columns ?? new Map(), one.path),
  ])
}

/**
 * Returns the ids of users, files, elements and other objects in a default value; these ids exist on this installation
 * only.
 */
function recordsIn(field: Field, value: JsonValue): string[] {
  if (value === null) return []
  if (field.columns !== undefined) return tableRecords(field.columns, value)
  if (field.type.references === undefined) return []
  const entries = Array.isArray(value) ? value : [value]
  // An entry of a role becomes `user:id`, an entry of a reference to any application becomes `namespace:code:id`.
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
