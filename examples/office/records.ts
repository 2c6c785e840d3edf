import { join } from 'node:path'
import { type Answer, type Client, connect } from './client.ts'
import type { Letters } from './letters.ts'
import { type OwnServer, startRestored } from './own-server.ts'
import type { Office } from './people.ts'
import { expect, tell } from './telling.ts'

/** Steps 9 and 10: one list of all documents, the journals, and the proof that nothing was changed. */
export async function proveRecords({ client }: Office, server: OwnServer, letters: Letters): Promise<void> {
  console.log('Chapter 7: records')
  await listDocuments(client)
  const ofLetters = await printJournal(client, '01-03')
  expect('the journal has the letters', ofLetters.numbers.includes(letters.incoming.number), true)
  const ofAnswers = await printJournal(client, '01-04')
  expect('and the answer', ofAnswers.numbers, [letters.outgoing.number])
  tell(`The journal of the case 01-03 is printed with ${ofLetters.numbers.length} lines, that of 01-04 ends with:`)
  tell(`  ${ofAnswers.lines.at(-1)!.filter(Boolean).join(' | ')}`)
  tell(`"chancery verify" finds the audit log, the elements and ${await verify(server)} journals intact`)
  await backUpAndRestore({ client, server, before: ofLetters.lines, id: letters.incoming.__id })
}

async function listDocuments(client: Client): Promise<void> {
  const { result } = await client.call('POST', '/pub/v1/contracts/docs/any_document/list', { active: true, size: 1000 })
  const sources = new Set(
    result.result.map(({ __sourceRef }: Answer) => `${__sourceRef.namespace}.${__sourceRef.code}`),
  )
  const expected = ['docs.incoming', 'docs.orders', 'docs.outgoing', 'legal.contracts']
  expect('one list has all kinds of documents', [...sources].sort(), expected)
  tell(`One list shows ${result.total} letters, orders and contracts`)
}

/** Prints the journal of a case. Returns its lines, cell by cell, and its numbers, which the report must have as well. */
async function printJournal(client: Client, index: string): Promise<{ lines: string[][]; numbers: string[] }> {
  const list = { filter: { tf: { of_case: index } } }
  const report = await client.call('POST', '/pub/v1/reports/docs/journal/list', list)
  const query = encodeURIComponent(JSON.stringify({ filter: { tf: { index } } }))
  const { result: cases } = await client.call('GET', `/pub/v1/nomenclature?query=${query}`)
  const { id } = cases.result[0]
  const page = await client.page(`/api/v1/nomenclature/${id}/journal`)
  const lines = [...page.matchAll(/<tr><td[\s\S]*?<\/tr>/g)].map(([row]) =>
    [...row.matchAll(/<td[^>]*>([^<]*)<\/td>/g)].map(([, cell]) => cell!),
  )
  const numbers = lines.map((cells) => cells[1]!)
  const reported = report.result.result.map(({ number }: Answer) => number)
  expect('the report has the numbers of the printed journal', reported.toSorted(), numbers.toSorted())
  return { lines, numbers }
}

/** Runs `chancery verify` on the server. Returns the number of journals. */
async function verify(server: OwnServer): Promise<number> {
  const proof = await server.command('verify')
  const journals = proof.split('\n').filter((line) => line.startsWith('journal '))
  expect('every journal is intact', [journals.length > 0, journals.every((line) => / ok /.test(line))], [true, true])
  return journals.length
}

interface Before {
  readonly client: Client
  readonly server: OwnServer
  /** Lines of the journal 01-03. */
  readonly before: string[][]
  /** Id of a letter in it. */
  readonly id: string
}

/** Backs up the running server and restores the archive elsewhere: the same journal, the same ids. */
async function backUpAndRestore({ client, server, before, id }: Before): Promise<void> {
  const archive = join(server.dataDir, 'office.tar')
  await server.command('backup', archive)
  await using elsewhere = await startRestored(archive)
  const copy = connect(elsewhere.url, elsewhere.token)
  expect('the journal is the same', (await printJournal(copy, '01-03')).lines, before)
  const path = `/pub/v1/app/docs/incoming/${id}/get`
  expect('the letter is the same', (await copy.call('GET', path)).item, (await client.call('GET', path)).item)
  await verify(elsewhere)
  tell('The office is backed up and restored elsewhere: the same journal, the same letters under the same ids, intact')
}
