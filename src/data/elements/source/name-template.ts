import type { RuledDefinition } from '../../../access/index.ts'
import { join, literal, type Sql, sql } from '../../../foundation/db/sql.ts'
import type { Application } from '../../applications/application.ts'

const placeholder = /\{\$([\w.]+)\}/g

/** Returns the codes of the fields that a name template uses. */
export function templateFields(template: string): string[] {
  return [...template.matchAll(placeholder)].map(([, code]) => code!.split('.')[0]!)
}

/** Returns the parts of an application that its access rules are checked against. */
export function ruledDefinition({ fields, statuses, nameTemplate = '' }: RuledTemplate): RuledDefinition {
  return { fields, statuses, nameFields: templateFields(nameTemplate) }
}

type RuledTemplate = Omit<RuledDefinition, 'nameFields'> & { readonly nameTemplate?: string | undefined }

/**
 * Returns the SQL that generates `__name` from the application's template; undefined when the application has no
 * template. A placeholder without a value is left out, and the spaces around it become one.
 */
export function nameExpression(application: Application, body: Sql, index: Sql): Sql | undefined {
  const template = application.nameTemplate
  if (template === undefined) return undefined
  const parts: Sql[] = []
  let at = 0
  for (const match of template.matchAll(placeholder)) {
    if (match.index > at) parts.push(literal(template.slice(at, match.index)))
    parts.push(placeholderValue(application, match[1]!, body, index))
    at = match.index + match[0].length
  }
  if (at < template.length) parts.push(literal(template.slice(at)))
  return sql`btrim(regexp_replace(concat(${join(parts)}), '\\s+', ' ', 'g'))`
}

function placeholderValue(application: Application, path: string, body: Sql, index: Sql): Sql {
  if (path === '__index') return sql`${index}`
  const [code, partName] = path.split('.') as [string, string | undefined]
  const field = application.fields.get(code)
  if (field === undefined) return sql`''`
  const json = sql`(${body} -> ${literal(code)})`
  if (partName !== undefined) {
    const part = field.type.parts?.[partName]
    return part === undefined ? sql`''` : sql`(${part.json(json)} #>> '{}')`
  }
  return field.type.inName?.(json, field) ?? sql`''`
}
