import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Command, CommandInput } from './command.ts'
import { openServer, type ServerAccess, serverOptions } from './server-access.ts'
import { stopSignal } from './stop-signal.ts'

const pollMs = 250

export const importFile: Command = {
  options: {
    ...serverOptions,
    to: { type: 'string', meaning: 'the application, for example ref.counterparties' },
    mode: { type: 'string', meaning: 'create, update or upsert [create]' },
    key: { type: 'string', meaning: 'fields that tell rows apart, for example tax_id' },
    map: { type: 'string', meaning: 'column=field, several divided by commas' },
    format: { type: 'string', meaning: 'csv, xlsx or jsonl [told by the file]' },
    sheet: { type: 'string', meaning: 'of an XLSX file [the first]' },
    'null-texts': { type: 'string', meaning: 'texts that mean no value, divided by commas [NA]' },
    'on-error': { type: 'string', meaning: 'skip or stop [skip]' },
    'max-errors': { type: 'string', meaning: 'ends the import when more rows fail' },
    'dry-run': { type: 'boolean', meaning: 'checks every row, changes nothing' },
  },
  async run({ words, options }) {
    const [namespace, code] = String(options.to ?? '').split('.')
    if (words.length !== 1 || !namespace || !code) throw new Error('give one file, and --to NAMESPACE.CODE')
    await using server = await openServer(options)
    const file = words[0]!
    const fileHash = await upload(server, file)
    // Ctrl+C ends the import, not only the watching of it; heard before it begins, so that none goes on unwatched.
    const stopped = stopSignal()
    const { importId } = await server.call('POST', `/pub/v1/app/${namespace}/${code}/import`, {
      fileHash,
      ...importOptions(options),
    })
    void stopped.then(() => server.call('POST', `/api/v1/imports/${importId}/cancel`).catch(() => {}))
    const status = await follow(server, `/pub/v1/app/${namespace}/${code}/import/status`, String(importId))
    return status.state === 'done' ? 0 : 1
  },
}

/** What was given, in the words of the API. */
function importOptions(options: CommandInput['options']): Record<string, unknown> {
  const given = (name: string): string | undefined => (options[name] === undefined ? undefined : String(options[name]))
  const [key, mapping, nullTexts, maxErrors] = ['key', 'map', 'null-texts', 'max-errors'].map(given)
  return {
    mode: given('mode'),
    key: key?.split(','),
    mapping: mapping === undefined ? undefined : readMapping(mapping),
    format: given('format'),
    sheet: given('sheet'),
    nullTexts: nullTexts?.split(',').filter((text) => text !== ''),
    onError: given('on-error'),
    // What is no number is left to the server to refuse.
    maxErrors: /^\d+$/.test(maxErrors ?? '') ? Number(maxErrors) : maxErrors,
    dryRun: options['dry-run'],
  }
}

interface ImportStatus {
  readonly state: string
  readonly total: number | null
  readonly processed: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly failed: number
  readonly errors: readonly { row: number; message: string }[]
}

async function upload(server: ServerAccess, file: string): Promise<string> {
  const hash = randomUUID()
  const form = new FormData()
  form.append('file', await openAsBlob(file), basename(file))
  await server.call('POST', `/pub/v1/disk/file/upload?hash=${hash}`, form)
  return hash
}

/** Shows progress until the import has ended, then its sums and what went wrong. */
async function follow(server: ServerAccess, path: string, importId: string): Promise<ImportStatus> {
  for (;;) {
    const { status } = (await server.call('POST', path, { importId })) as unknown as { status: ImportStatus }
    const { state, total, processed, created, updated, unchanged, failed, errors } = status
    const percent = total ? ` ${Math.floor((processed * 100) / total)} %` : ''
    if (process.stderr.isTTY) process.stderr.write(`\r${processed}${total ? ` of ${total}` : ''} rows${percent} `)
    if (state !== 'running') {
      if (process.stderr.isTTY) process.stderr.write('\n')
      console.log(`${state}: ${created} created, ${updated} updated, ${unchanged} unchanged, ${failed} failed`)
      for (const { row, message } of errors) console.log(`  row ${row}: ${message}`)
      return status
    }
    await wait(pollMs)
  }
}

function readMapping(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(',').map((pair) => {
      const at = pair.lastIndexOf('=')
      if (at < 1) throw new Error(`--map has "${pair}"; write column=field`)
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
    }),
  )
}
