import { rights } from '../../access/index.ts'
import { applicationFile } from '../application-kind/file/application-file.ts'
import type { Application } from '../applications/application.ts'
import type { DeployedApplication } from '../applications/stored-applications.ts'
import type { OpenedApplication } from '../elements/source/opened-application.ts'
import { fieldView } from './field-view.ts'
import { formSections, formsOf } from './forms.ts'
import { hashOf } from './hash.ts'
import { builtInStamps, stampsView } from './stamps-view.ts'

export type ApplicationSchema = ReturnType<typeof applicationSchema>

/**
 * Returns the machine-readable description of an application, with the fields that exist for the caller. `origin` is
 * undefined for a built-in application.
 */
export function applicationSchema(
  { application, visible, source, authority, find }: OpenedApplication,
  origin: DeployedApplication | undefined,
  hash = hashOf({ namespace: application.namespace, code: application.code, ...applicationFile(application) }),
) {
  const { id, namespace, code, name, elementName, kind, nameTemplate } = application
  const fields = [...source.fields.values()]
    .map(({ field }) => field)
    .filter((field) => exists(field.code, application))
  const arranged = {
    fields,
    forms: application.forms,
    isNameMade: nameTemplate !== undefined,
    mayWrite: (code: string) => authority.field(code, 'write') !== false,
  }
  return {
    __id: id,
    namespace,
    code,
    name,
    __name: name,
    elementName,
    type: kind,
    solution: origin?.solution ?? null,
    version: application.version,
    hash,
    fields: fields.map((field) => fieldView(field, (...target) => find(...target) !== undefined)),
    forms: formsOf(arranged),
    formSections: formSections(arranged),
    statuses: application.statuses,
    statusGroups: application.statusGroups,
    // The permissions of other users are not disclosed. Clients expect this constant for an application without
    // restrictions.
    permissions: { values: [], timestamp: 0, inheritParent: true },
    rights: rights.filter((right) => authority.rows(right) !== false),
    params: { nameTemplate: nameTemplate ?? null, unique: visible.uniqueKeys },
    ...(origin ? stampsView(origin) : builtInStamps),
  }
}

/**
 * Returns whether the schema lists a field. Clients take a field `__status` as a sign that the application has
 * statuses, and `__file` as a sign that its elements are documents.
 */
function exists(fieldCode: string, { kind, statuses }: Application): boolean {
  if (fieldCode.startsWith('__status')) return statuses.length > 0
  return fieldCode !== '__file' || kind === 'DOCUMENT'
}
