import { rights } from '../access/rights.ts'
import type { Application } from '../definitions/application.ts'
import type { ApplicationOrigin } from '../definitions/catalog.ts'
import type { Opened } from '../elements/element-address.ts'
import { fieldView } from './field-view.ts'
import { formsOf } from './forms.ts'
import { applicationHash } from './hash.ts'
import { builtInStamps, stampsView } from './stamps-view.ts'

export type ApplicationSchema = ReturnType<typeof applicationSchema>

/** An application as a machine reads it, with the fields that the caller meets. A built-in one has no origin. */
export function applicationSchema(
  { application, visible, source, authority }: Pick<Opened, 'application' | 'visible' | 'source' | 'authority'>,
  origin: ApplicationOrigin | undefined,
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
    hash: applicationHash(application),
    fields: fields.map(fieldView),
    forms: formsOf(fields, nameTemplate !== undefined, (code) => authority.field(code, 'write') !== false),
    statuses: application.statuses,
    statusGroups: application.statusGroups,
    // Who else may do what is nobody's business; this is what clients find where nothing is restricted.
    permissions: { values: [], timestamp: 0, inheritParent: true },
    rights: rights.filter((right) => authority.rows(right) !== false),
    params: { nameTemplate: nameTemplate ?? null, unique: visible.uniqueKeys },
    ...(origin ? stampsView(origin) : builtInStamps),
  }
}

/** Clients take a field `__status` as a sign of statuses, and `__file` as that of a document. */
function exists(fieldCode: string, { kind, statuses }: Application): boolean {
  if (fieldCode.startsWith('__status')) return statuses.length > 0
  return fieldCode !== '__file' || kind === 'DOCUMENT'
}
