import { createHash } from 'node:crypto'
import { type Apps, stampsView } from '../../data/index.ts'
import { idOfPath } from '../../foundation/kit/ids.ts'
import { sourceLanguage } from '../../foundation/kit/languages.ts'
import type { Caller } from '../../people/index.ts'
import { type Address, definitionPath, sectionOf } from '../../solutions/index.ts'
import { applicationOf } from './definition/plan-templates.ts'
import type { DeployedTemplate } from './definition/stored-templates.ts'
import { templateNotFound } from './errors.ts'
import { visibleTemplates } from './find-template.ts'

/** Machine-readable descriptions of the document templates that are visible to a caller. */
export interface TemplateScheme {
  /** Returns the templates of a namespace and of its applications. Throws a 404 for an unknown namespace. */
  ofNamespace(caller: Caller, namespace: string): readonly TemplateRow[]
  /** Returns the templates of an application. Throws a 404 for an unknown application. */
  ofApplication(caller: Caller, address: Address): readonly TemplateRow[]
  /** Returns a template by its id. Throws `document_template.not_found`. */
  byId(caller: Caller, id: string): TemplateRow
}

type TemplateRow = ReturnType<typeof rowOf>

export function createTemplateScheme(apps: Pick<Apps, 'catalog' | 'findFor' | 'scheme'>): TemplateScheme {
  const rows = (caller: Caller, matches: (one: DeployedTemplate) => boolean): TemplateRow[] =>
    visibleTemplates(apps, caller)
      .filter(matches)
      .map((one) => rowOf(one, showsField(apps.findFor(caller), one)))
  return {
    ofNamespace(caller, namespace) {
      apps.scheme.namespace(caller, namespace)
      return rows(caller, (one) => sectionOf(one.namespace) === namespace)
    },
    ofApplication(caller, address) {
      apps.scheme.application(caller, address)
      return rows(caller, (one) => one.namespace === definitionPath(address))
    },
    byId(caller, id) {
      const [found] = rows(caller, (one) => idOf(one) === id.toLowerCase())
      if (found === undefined) throw templateNotFound(`document template "${id.slice(0, 200)}" not found`)
      return found
    },
  }
}

const hashOf = (definition: object): string => createHash('sha256').update(JSON.stringify(definition)).digest('hex')

const idOf = (address: Address): string => idOfPath(`document template/${definitionPath(address)}`)

/** Returns whether the field to which a template attaches its documents exists for the caller of `find`. */
function showsField(find: ReturnType<Apps['findFor']>, template: DeployedTemplate): boolean {
  const application = applicationOf(template)
  const { field } = template.settings
  if (application === undefined || field === undefined) return true
  return find(application.namespace, application.code)?.fields.has(field) === true
}

function rowOf(template: DeployedTemplate, isFieldShown: boolean) {
  const { namespace, code, name, version, format, hash, settings, solution } = template
  const { description = '', field = null, output = format, language = sourceLanguage, inputs = [] } = settings
  const application = applicationOf(template)
  return {
    __id: idOf(template),
    __name: name,
    name,
    namespace: sectionOf(namespace),
    code,
    app: application?.code ?? null,
    version,
    description,
    format,
    output,
    language,
    field: isFieldShown ? field : null,
    inputs: inputs.map(({ code, name = code, type = 'any' }) => ({ code, name, type })),
    file: { name: `${code}.${format}`, hash },
    solution,
    hash: hashOf({ ...settings, name, hash }),
    ...stampsView(template),
  }
}
