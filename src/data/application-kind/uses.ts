import { namedGroups } from '../../access/index.ts'
import { isObject, type JsonValue } from '../../foundation/kit/json.ts'
import { builtInGroupPaths } from '../../people/index.ts'
import type { Use } from '../../solutions/index.ts'
import type { Field } from '../../values/index.ts'
import { type Application, applicationPath } from '../applications/application.ts'
import { builtInApplication } from '../applications/built-in.ts'

/**
 * Returns what an application refers to: applications in its fields, objects of this installation in default values,
 * and groups in its access rules and among its registrars.
 */
export function usesOf(application: Application): Use[] {
  const path = applicationPath(application)
  const { accessSection = {}, registration } = application
  const registrars = Array.isArray(registration?.by) ? registration.by.map((group) => group.toLowerCase()) : []
  const groups = new Set([...namedGroups(accessSection).map((group) => group.path), ...registrars])
  const foreign = [...groups].filter((group) => !builtInGroupPaths.includes(group))
  return [...fieldsOf(application).flatMap(fieldUses), ...foreign.map((ref): Use => ({ to: 'group', path, ref }))]
}

interface FieldAtPath {
  readonly path: string
  readonly field: Field
}

function fieldUses({ path, field }: FieldAtPath): Use[] {
  const target = field.type.refersTo?.(field)
  const records = recordsIn(field, field.defaultValue).map((ref): Use => ({ to: 'record', path, ref }))
  return target?.to === 'element' && !builtInApplication(target)
    ? [{ to: 'application', path, ref: applicationPath(target) }, ...records]
    : records
}

/** Returns the fields of an application, and the columns of its tables. */
function fieldsOf(application: Application): FieldAtPath[] {
  const named = (fields: ReadonlyMap<string, Field>, above: string): FieldAtPath[] =>
    [...fields.values()].map((field) => ({ path: `${above}.${field.code}`, field }))
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
