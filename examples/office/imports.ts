import { setTimeout as wait } from 'node:timers/promises'
import type { Answer, Client } from './client.ts'
import { upload } from './documents.ts'
import { expect, tell } from './telling.ts'

const pollMs = 100
const bodies = 720
const codes = 3_846
const files = 33
const contracts = 146

/** Steps 2 and 3: reference data and contracts arrive in files. */
export async function importData(client: Client): Promise<void> {
  console.log('Chapter 2: data arrives in files')
  const list = csv(
    ['__name', 'tax_id', 'kind'],
    many(bodies, (n) => [`Counterparty ${n}`, taxId(n), 'supplier']),
  )
  const tried = await importText(client, 'ref/counterparties', list, { dryRun: true })
  expect('the dry run counts 720 rows', [tried.created, tried.failed], [bodies, 0])
  const done = await importText(client, 'ref/counterparties', list)
  expect('720 are created', [done.created, done.failed], [bodies, 0])
  const again = await importText(client, 'ref/counterparties', list, { mode: 'upsert', key: ['tax_id'] })
  expect('the second run changes nothing', again.unchanged, bodies)
  tell(
    `${bodies} counterparties: a dry run, an import (${done.created} created), once more (${again.unchanged} unchanged)`,
  )

  const products = csv(
    ['code', 'title', 'class'],
    many(codes, (n) => [`11.${1000 + n}`, `Product ${n}`, '11']),
  )
  const imported = await importText(client, 'ref/products', products)
  expect('all product codes are created', [imported.created, imported.failed], [codes, 0])
  tell(`${codes} product codes are imported`)
  await importContracts(client)
}

/** Imports 33 files with a saved mapping; rows without a customer are reported, and one import is undone. */
async function importContracts(client: Client): Promise<void> {
  const mapping = { 'Contract no.': 'outside_id', About: 'subject', Customer: 'counterparty' }
  await client.call('PUT', '/api/v1/import-mappings/legal/contracts', { mapping, mode: 'create', key: ['outside_id'] })
  tell('The columns of the contracts are mapped to fields once, and the mapping is saved')
  let [created, failed] = [0, 0]
  let last: Answer
  for (let file = 0; file < files; file++) {
    const rows = many(contracts, (n) => n).filter((n) => n % files === file)
    const text = csv(
      ['Contract no.', 'About', 'Customer'],
      rows.map((n) => [`S-${n}`, `Supply ${n}`, customer(n)]),
    )
    last = await importText(client, 'legal/contracts', text, { mapping })
    created += last.created
    failed += last.failed
    if (last.failed > 0) expect('the report says why', /999999|counterparty/.test(last.errors[0].message), true)
  }
  expect('the totals add up', created + failed, contracts)
  expect('rows with an unknown customer fail', failed, many(contracts, customer).filter((id) => id === '999999').length)
  tell(
    `${contracts} contracts from ${files} files: ${created} created, ${failed} refused because their customer is unknown`,
  )
  const { undone } = await client.call('POST', `/api/v1/imports/${last.importId}/undo`)
  expect('undo removes exactly the last import', undone, last.created)
  expect('the others stay', await countOf(client), created - last.created)
  tell(`The last import is undone: its ${undone} contracts are gone, the others stay`)
}

/** Every twentieth contract names a customer that does not exist, and every thirtieth has none. */
const customer = (n: number): string => (n % 20 === 19 ? '999999' : n % 30 === 29 ? 'NA' : taxId(n))
const taxId = (n: number): string => String(9_900_000_000 + n)
const many = <T>(count: number, item: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => item(n))
const csv = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, ...rows].map((cells) => cells.join(';')).join('\n')

async function countOf(client: Client): Promise<number> {
  const { result } = await client.call('POST', '/pub/v1/app/legal/contracts/list', { active: true, size: 1 })
  return result.total
}

/** Uploads a text, imports it and waits until the import has ended. */
async function importText(client: Client, app: string, text: string, options = {}): Promise<Answer> {
  const { hash: fileHash } = await upload(client, 'data.csv', Buffer.from(text))
  const { importId } = await client.call('POST', `/pub/v1/app/${app}/import`, { fileHash, ...options })
  for (;;) {
    const { status } = await client.call('POST', `/pub/v1/app/${app}/import/status`, { importId })
    if (status.state !== 'running') return status
    await wait(pollMs)
  }
}
