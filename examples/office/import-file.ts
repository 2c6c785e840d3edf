import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Client } from './client.ts'
import { expect, tell } from './telling.ts'

const folder = fileURLToPath(new URL('../../solutions/office/data', import.meta.url))
const pollMs = 200

export interface ImportStatus {
  readonly state: string
  readonly importId: string
  readonly total: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly failed: number
  readonly errors: readonly { row: number; message: string }[]
}

/** Uploads a file of the sample, imports it into `ref.<code>` and polls the status until the import has ended. */
export async function importFile(client: Client, file: string, code: string, options = {}): Promise<ImportStatus> {
  // The client chooses the hash. The server finds the upload under this hash for an hour.
  const fileHash = randomUUID()
  const form = new FormData()
  form.append('file', await openAsBlob(`${folder}/${file}`), basename(file))
  await client.call('POST', `/pub/v1/disk/file/upload?hash=${fileHash}`, form)
  const { importId } = await client.call('POST', `/pub/v1/app/ref/${code}/import`, { fileHash, ...options })
  for (;;) {
    const { status } = await client.call('POST', `/pub/v1/app/ref/${code}/import/status`, { importId })
    if (status.state !== 'running') return status
    await wait(pollMs)
  }
}

/** Imports a file as a dry run and then for real; both must have the same counts. */
export async function tryThenImport(client: Client, file: string, code: string, options = {}): Promise<ImportStatus> {
  const tried = await importFile(client, file, code, { ...options, dryRun: true })
  tell(`${file}, a dry run: ${summary(tried)}`)
  const done = await importFile(client, file, code, options)
  tell(`${file}, imported: ${summary(done)}`)
  expect(`the import of ${file} does what its dry run said`, summary(done), summary(tried))
  expect(`each row of ${file} is taken`, [done.state, done.failed, done.errors], ['done', 0, []])
  return done
}

export function summary({ total, created, updated, unchanged, failed }: ImportStatus): string {
  return `${total} rows, ${created} created, ${updated} updated, ${unchanged} unchanged, ${failed} failed`
}
