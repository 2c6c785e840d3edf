import type { Tx } from '../../db/database.ts'
import { type FieldUpload, uploadsIn, withFiles } from '../../fields/index.ts'
import type { JsonValue } from '../../kit/json.ts'
import type { Caller } from '../../people/index.ts'
import type { Application } from '../definitions/application.ts'
import type { WriteDeps } from './write-deps.ts'

type Body = Readonly<Record<string, unknown>>

interface WithFiles {
  /** With the ids of files in the place of uploads. */
  readonly body: Body
  /** Runs the statement that writes the element; where there are uploads, the files are made in one transaction with it. */
  write<T>(elementId: string, work: (tx: Tx) => Promise<T>): Promise<T>
}

/** Makes ready what the values name by `{name, hash}`. To be called when all else is checked: it moves bytes. */
export async function attachFiles(
  { database, files }: Pick<WriteDeps, 'database' | 'files'>,
  caller: Caller,
  { id: app, namespace, code, fields, filePlaces }: Application,
  body: Body,
): Promise<WithFiles> {
  const holding = filePlaces.length === 0 ? [] : [...fields.values()].filter((field) => body[field.code] != null)
  const uploads: FieldUpload[] = holding.flatMap((field) => uploadsIn(body[field.code] as JsonValue, field))
  if (uploads.length === 0) return { body, write: (_id, work) => work(database.single) }
  const attached = await files.attach(caller, uploads)
  const replaced = holding.map((field) => [
    field.code,
    withFiles(body[field.code] as JsonValue, field, (upload) => attached.idOf(upload)),
  ])
  return {
    body: { ...body, ...Object.fromEntries(replaced) },
    async write(element, work) {
      const result = await database.transaction(async (tx) => {
        const result = await work(tx)
        await attached.write(tx, { app, element, path: `${namespace}.${code}` })
        return result
      })
      await attached.done()
      return result
    },
  }
}
