import { rights } from '../../access/index.ts'
import { applicationFile } from '../application-kind/file/application-file.ts'
import type { Application } from '../applications/application.ts'
import type { DeployedApplication } from '../applications/stored-applications.ts'
import type { OpenedApplication } from '../elements/source/opened-application.ts'
import { fieldView } from './field-view.ts'
import { formsOf } from './forms.ts'
import { hashOf } from './hash.ts'
import { builtInStamps, stampsView } from './stamps-view.ts'

export type ApplicationSchema = ReturnType<typeof applicationSchema>

/**
 * Returns an application as machines read it, with the fields that exist for the caller. A built-in application has no
 * author.
 */
export function applicationSchema(
  {
    application,
    visible,
    source,
    authority,
  }: Pick<OpenedApplication, 'application' | 'visible' | 'source' | 'authority'>,
  origin: DeployedApplication | undefined,
) {
  const { id, namespace, code, name, elementName, kind, nameTemplate } = application
  const fields = [...source.fields.values()]
    .map(({ field }) => field)
    .filter((field) => exists(field.code, application))
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
    hash: hashOf({ namespace, code, ...applicationFile(application) }),
    fields: fields.map(fieldView),
    forms: formsOf(fields, nameTemplate !== undefined, (code) => authority.field(code, 'write') !== false),
    statuses: application.statuses,
    statusGroups: application.statusGroups,
    // The permissions of other users are not disclosed; this constant is what clients find where nothing is restricted.
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
