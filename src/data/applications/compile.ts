import { idOfPath } from '../../foundation/kit/ids.ts'
import { filePlaces, storedField } from '../../values/index.ts'
import { type Application, applicationPath, type Status, type StatusGroup } from './application.ts'
import type { ApplicationDefinition } from './definition.ts'
import { type FieldColumn, fieldColumns } from './field-columns.ts'

export interface DeployedState {
  readonly version: number
  /** The keys of `body` under which values of removed fields are still stored. */
  readonly removedFields: readonly string[]
  /** The names of the filled columns of the field table; absent or null where there is none. */
  readonly fieldTable?: readonly string[] | null | undefined
  /** The keys of the shapes of lists for which the field table has an index; absent or null where there is none. */
  readonly indexedShapes?: readonly string[] | null | undefined
}

/**
 * Compiles a stored definition to the frozen form that the program uses. The result is the same on every installation.
 */
export function compileApplication(definition: ApplicationDefinition, state: DeployedState): Application {
  const { namespace, code } = definition
  const where = applicationPath(definition)
  const id = applicationId(namespace, code)
  const groupId = (group: string): string => idOfPath(`${namespace}/${code}/status-group/${group}`)
  const statuses = definition.statuses.map(
    (status, order): Status =>
      Object.freeze({
        id: status.id,
        code: status.code,
        name: status.name,
        groupId: groupId(status.group),
        order,
        final: status.final,
        hidden: status.hidden,
        ...(status.tone !== undefined && { tone: status.tone }),
        next: status.next === null ? undefined : Object.freeze([...status.next]),
        ...(status.by !== undefined && { by: status.by }),
      }),
  )
  const groups = definition.statusGroups.map(
    (group): StatusGroup => Object.freeze({ id: groupId(group.code), code: group.code, name: group.name }),
  )
  const defined = definition.fields.map((entry, index) => storedField(entry, `${where}: fields[${index}]`))
  const fields = new Map(defined.map((field) => [field.code, field]))
  return Object.freeze({
    id,
    namespace,
    code,
    name: definition.name,
    elementName: definition.elementName,
    kind: definition.kind,
    fields,
    filePlaces: Object.freeze(filePlaces(fields)),
    statuses: Object.freeze(statuses),
    statusGroups: Object.freeze(groups),
    uniqueKeys: Object.freeze(definition.unique.map((codes) => Object.freeze([...codes]))),
    nameTemplate: definition.nameTemplate ?? undefined,
    accessSection: definition.access,
    registration: definition.registration,
    forms: definition.forms,
    removedFields: Object.freeze([...state.removedFields]),
    fieldTable: state.fieldTable ? filledColumns({ fields }, state.fieldTable) : undefined,
    indexedShapes: state.indexedShapes ? new Set(state.indexedShapes) : undefined,
    version: state.version,
  })
}

function filledColumns(
  application: Pick<Application, 'fields'>,
  filled: readonly string[],
): ReadonlyMap<string, FieldColumn> {
  return new Map([...fieldColumns(application)].filter(([, { name }]) => filled.includes(name)))
}

/** Returns the id of an application: the same for a namespace and code on every installation. */
export function applicationId(namespace: string, code: string): string {
  return idOfPath(`${namespace}/${code}`)
}
