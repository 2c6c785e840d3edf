import type { Reader, Tx } from '../../../foundation/db/database.ts'
import { type Sql, sql } from '../../../foundation/db/sql.ts'
import { type Address, type Stamp, stamps } from '../../../solutions/index.ts'
import type { OutlineNode } from '../placeholders/outline.ts'
import type { TemplateFormat, TemplateSettings } from '../settings/template-settings.ts'

/** A sub-select of the templates as a JSON list, without their files. */
export const templateRows: Sql = sql`(
  select coalesce(json_agg(jsonb_build_object('namespace', namespace, 'code', code, 'solution', solution, 'name', name,
    'version', version, 'format', format, 'hash', hash, 'settings', settings, ${stamps}) order by namespace, code), '[]')
  from document_template)`

export interface NewTemplate extends Address {
  readonly solution: string
  readonly name: string
  readonly version: number
  readonly format: TemplateFormat
  readonly hash: string
  readonly settings: TemplateSettings
  readonly outline: readonly OutlineNode[] | undefined
  readonly bytes: Uint8Array
}

export async function putTemplate(tx: Tx, template: NewTemplate, { by, at }: Stamp): Promise<void> {
  const { namespace, code, solution, name, version, format, hash, settings, outline, bytes } = template
  await tx.rows(sql`
    insert into document_template (namespace, code, solution, name, version, format, hash, settings, outline, file,
      created_at, created_by, updated_at, updated_by)
    values (${namespace}, ${code}, ${solution}, ${name}, ${version}, ${format}, ${hash},
      ${JSON.stringify(settings)}::jsonb, ${outline === undefined ? null : JSON.stringify(outline)}::jsonb,
      ${Buffer.from(bytes)}, ${at}, ${by}, ${at}, ${by})
    on conflict (namespace, code) do update set solution = excluded.solution, name = excluded.name,
      version = excluded.version, format = excluded.format, hash = excluded.hash, settings = excluded.settings,
      outline = excluded.outline, file = excluded.file, updated_at = excluded.updated_at,
      updated_by = excluded.updated_by`)
}

export async function deleteTemplate(tx: Tx, { namespace, code }: Address): Promise<void> {
  await tx.rows(sql`delete from document_template where namespace = ${namespace} and code = ${code}`)
}

/** The file of a template with its placeholders. */
export interface TemplateFile {
  readonly bytes: Uint8Array
  readonly outline: readonly OutlineNode[] | undefined
  readonly hash: string
}

export async function templateFile(reader: Reader, { namespace, code }: Address): Promise<TemplateFile | undefined> {
  const row = await reader.row<{ file: string; outline: string | null; hash: string }>(sql`
    select encode(file, 'base64') as file, outline::text as outline, hash from document_template
    where namespace = ${namespace} and code = ${code}`)
  return (
    row && {
      bytes: Buffer.from(row.file, 'base64'),
      outline: row.outline === null ? undefined : JSON.parse(row.outline),
      hash: row.hash,
    }
  )
}
