import type { Reader, Tx } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'
import type { Address } from '../../solutions/index.ts'
import type { DocumentFormat } from './settings/template-settings.ts'

/** The key of a generated document: its template, its element, the field of the element, and the format. */
export interface DocumentKey {
  readonly template: Address
  readonly app: string
  readonly element: string
  readonly field: string
  readonly format: DocumentFormat
}

/** The file of a generated document, with the user and the time of the generation. */
export interface DocumentFile {
  readonly file: string
  readonly templateVersion: number
  readonly by: string
  readonly at: Date
}

/** Returns the file that the template generated for the element earlier. */
export async function generatedFile(reader: Reader, key: DocumentKey): Promise<string | undefined> {
  const { template, app, element, field, format } = key
  const row = await reader.row<{ file: string }>(sql`
    select file::text as file from generated_document
    where app = ${app} and element = ${element} and namespace = ${template.namespace} and code = ${template.code}
      and field = ${field} and format = ${format}`)
  return row?.file
}

/**
 * Stores the file of a document and replaces `before`; without `before`, no file may be stored yet. Returns false when
 * another file was stored in the meantime.
 */
export async function putGeneratedFile(
  tx: Tx,
  { template, app, element, field, format }: DocumentKey,
  { file, templateVersion, by, at }: DocumentFile,
  before: string | undefined,
): Promise<boolean> {
  const rows = await tx.rows(sql`
    insert into generated_document as d (app, element, namespace, code, field, format, file, template_version,
      generated_at, generated_by)
    values (${app}, ${element}, ${template.namespace}, ${template.code}, ${field}, ${format}, ${file},
      ${templateVersion}, ${at}, ${by})
    on conflict (app, element, namespace, code, field, format) do update set file = excluded.file,
      template_version = excluded.template_version, generated_at = excluded.generated_at,
      generated_by = excluded.generated_by
    where d.file = ${before ?? null}::uuid
    returning file`)
  return rows.length > 0
}
