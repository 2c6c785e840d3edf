import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Answer, Client } from './client.ts'
import { pdfOf } from './pdf.ts'
import { expect, tell } from './telling.ts'

const contracts = '/pub/v1/app/docs/contracts'
/** The minimum size of a part that is not the last one. */
const partBytes = 5 * 1024 ** 2
const patienceMs = 30_000

/** A signed contract is uploaded, attached to its element, found by its text and downloaded. */
export async function chapter2(client: Client): Promise<void> {
  console.log('Chapter 2: a signed contract')
  // A code that no other contract has, including contracts of earlier runs.
  const code = `zx${randomBytes(5).toString('hex')}`
  const pdf = pdfOf(`Contract ${code} about the supply of centrifugal pumps`, partBytes)
  const hash = await uploadInParts(client, pdf)
  const contract = await keep(client, code, hash)
  await findByWords(client, code, contract.scans[0])
  await download(client, contract.scans[0], pdf)
}

async function uploadInParts(client: Client, pdf: Buffer): Promise<string> {
  const hash = randomUUID()
  const send = async (from: number, to: number): Promise<Answer> => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(pdf.subarray(from, to))]), 'scan.pdf')
    const headers = { 'content-range': `bytes ${from}-${to}/${pdf.length}` }
    return client.call('POST', `/pub/v1/disk/file/upload?hash=${hash}`, form, headers)
  }
  const first = await send(0, partBytes)
  expect('after the first part there is no file yet', first.file, undefined)
  const { file } = await send(partBytes, pdf.length)
  expect('after the second there is', [file.name, file.size], ['scan.pdf', pdf.length])
  tell(`scan.pdf, ${pdf.length.toLocaleString('en')} bytes, came in two parts`)
  return hash
}

async function keep(client: Client, number: string, hash: string): Promise<Answer> {
  const scans = [{ name: `Contract ${number}.pdf`, hash }]
  const context = { number, subject: 'Pumps', signed_at: '2026-11-20', scans }
  const { item } = await client.call('POST', `${contracts}/create`, { context })
  const { file } = await client.call('GET', `/pub/v1/disk/file/${item.scans[0]}`)
  expect('the file has the name that was given with the record', file.name, scans[0]!.name)
  tell(`It is kept as "${file.name}" with the contract ${item.__name}, id ${item.__id}`)
  return item
}

async function findByWords(client: Client, code: string, id: string): Promise<void> {
  // Another form of a word that the contract contains.
  const text = `pump ${code}`
  for (const endMs = Date.now() + patienceMs; ; await wait(100)) {
    const { result } = await client.call('POST', '/pub/v1/disk/files/search', { filter: { text } })
    if (result.total === 0 && Date.now() < endMs) continue
    const found = result.result.map((one: Answer) => one.__id)
    expect(`"${text}" finds the contract and nothing else`, found, [id])
    tell(`"${text}" finds it: ${result.result[0].snippet}`)
    return
  }
}

async function download(client: Client, id: string, pdf: Buffer): Promise<void> {
  const { Link: link } = await client.call('GET', `/pub/v1/disk/file/${id}/get-link`)
  const whole = Buffer.from(await (await fetch(link)).arrayBuffer())
  expect('the link gives the same bytes, without a token', sha256(whole), sha256(pdf))
  const beginning = await fetch(link, { headers: { range: 'bytes=0-4' } })
  expect('and also a range of them', [beginning.status, await beginning.text()], [206, '%PDF-'])
  tell(`Its link, good for ten minutes, gives the same ${whole.length.toLocaleString('en')} bytes`)
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
