import type { Tx } from '../../../foundation/db/database.ts'
import type { JsonValue } from '../../../foundation/kit/json.ts'
import { uploadsIn, withFiles, wrongValue } from '../../../values/index.ts'
import type { Application } from '../../applications/application.ts'
import type { Action } from './action.ts'

/**
 * The maximum number of uploads per action. All are written in one transaction; on the embedded database, other
 * requests wait for the transaction.
 */
const maxUploads = 100

type Body = Readonly<Record<string, unknown>>

interface WithFiles {
  /** The values, with ids of files in place of uploads. */
  readonly body: Body
  /**
   * Runs the statement that writes the element. When there are uploads, their files are created in the same
   * transaction.
   */
  write<T>(elementId: string, work: (tx: Tx) => Promise<T>): Promise<T>
}

/** Prepares the uploads that values name by `{name, hash}`. Call after all other checks, because bytes are copied. */
export async function attachUploads(
  { unit, caller, files }: Action,
  { id: app, namespace, code, fields, filePlaces }: Application,
  body: Body,
): Promise<WithFiles> {
  const codes = new Set(filePlaces.map(({ field }) => field))
  const holding = [...codes].flatMap((code) => {
    const field = fields.get(code)!
    const value = (body[code] ?? null) as JsonValue
    const uploads = uploadsIn(value, field)
    return uploads.length === 0 ? [] : [{ field, value, uploads }]
  })
  if (holding.length === 0) return { body, write: (_id, work) => unit.statement(work) }
  const uploads = holding.flatMap((one) => one.uploads)
  if (uploads.length > maxUploads) {
    const sentence = `at most ${maxUploads} uploads can be attached in one request, not ${uploads.length}`
    throw wrongValue(holding[0]!.field, sentence)
  }
  const attached = await files.attach(unit, caller, uploads)
  const replaced = holding.map(({ field, value }) => [field.code, withFiles(value, field, attached.idOf)])
  return {
    body: { ...body, ...Object.fromEntries(replaced) },
    write: (element, work) =>
      unit.transaction(async (tx) => {
        const result = await work(tx)
        await attached.write(tx, { app, element, path: `${namespace}.${code}` })
        return result
      }),
  }
}
