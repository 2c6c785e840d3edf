import { assertDone, made } from '../../../../test/everything.ts'
import { type Body, type Call, startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'
import { writeZip } from '../../../solutions/files/write-zip.ts'

/** Addresses of the applications of the test solution, and of the contract over all of them. */
export const letters = '/pub/v1/app/post/letters'
export const orders = '/pub/v1/app/post/orders'
export const deals = '/pub/v1/app/law/deals'
export const documents = '/pub/v1/contracts/post/documents'

const letterFile = `name: Letters
fields:
  - { code: number, type: string, maxLength: 40, indexed: true }
  - { code: received, type: datetime, view: date, required: true }
  - { code: kind, type: category, values: [{ code: letter, name: Letter }, { code: complaint, name: Complaint }] }
  - { code: sheets, type: number, integer: true }
  - { code: author, type: user }
statuses:
  - { code: draft, name: Draft }
  - { code: registered, name: Registered }
`

const orderFile = `name: Orders
fields:
  - { code: no, name: Number of the order, type: string, maxLength: 10, indexed: true }
  - { code: day, type: datetime, view: date }
  - { code: sort, type: category, values: [{ code: order, name: Order }] }
  - { code: pages, type: number, integer: true }
  - { code: signer, type: user }
  - { code: secret, type: string }
`

const dealFile = `name: Deals
fields:
  - { code: code, type: string, maxLength: 20, indexed: true }
  - { code: signed, type: datetime, view: date }
  - { code: sort, type: category, values: [{ code: deal, name: Deal }] }
  - { code: length, type: number, integer: true }
  - { code: lawyer, type: user }
statuses:
  - { code: registered, name: Registered }
  - { code: ended, name: Ended }
`

export const documentsFile = `name: Documents
fields:
  - { code: number, name: Number, type: string }
  - { code: date, name: Date, type: datetime, view: date }
  - code: kind
    type: category
    values:
      - { code: letter, name: Letter }
      - { code: complaint, name: Complaint }
      - { code: order, name: Order }
      - { code: deal, name: Deal }
  - { code: sheets, type: number, integer: true }
  - { code: author, type: user }
sources:
  - application: post.letters
    fields: { number: number, date: received, kind: kind, sheets: sheets, author: author }
  - application: post.orders
    fields: { number: no, date: day, kind: sort, sheets: pages, author: signer }
  - application: law.deals
    fields: { number: code, date: signed, kind: sort, sheets: length, author: lawyer }
default: post.letters
`

export type Files = Readonly<Record<string, string>>

/** The files of the test solution: three applications in two namespaces, and a contract over them. */
export const postFiles: Files = {
  'solution.yaml': 'code: post\nname: Post\nversion: 1.0.0\n',
  'namespaces/post/namespace.yaml': 'name: Post\n',
  'namespaces/law/namespace.yaml': 'name: Law\n',
  'namespaces/post/apps/letters.yaml': letterFile,
  'namespaces/post/apps/orders.yaml': orderFile,
  'namespaces/law/apps/deals.yaml': dealFile,
  'namespaces/post/groups/clerks.yaml': 'name: Clerks\n',
  'namespaces/post/contracts/documents.yaml': documentsFile,
}

/** Returns the answer to a plan or an apply of files. */
export async function sent(
  call: Call,
  what: 'plan' | 'apply',
  files: Files,
  query = what === 'apply' ? '?allowDestructive=true' : '',
) {
  return call('POST', `/api/v1/solutions/${what}${query}`, await writeZip(new Map(Object.entries(files))))
}

/** Applies files and returns the sentences about contracts. */
export async function applied(call: Call, files: Files): Promise<string[]> {
  const answer = await sent(call, 'apply', files)
  assertDone(answer)
  return sentencesOf(answer.body)
}

export function sentencesOf({ changes }: Body): string[] {
  return changes.filter(({ what }: Body) => what === 'contract').map(({ sentence }: Body) => sentence)
}

/** Starts a server with the test solution. The files in `more` are added to the solution or replace its files. */
export async function startPost(more: Files = {}): Promise<TestPlatform> {
  const started = await startEmptyPlatform()
  await applied(started.call, { ...postFiles, ...more })
  return started
}

/** Creates a letter, an order and a deal, in this order, with these numbers. */
export async function oneOfEach(call: Call, [letter, order, deal]: [string, string, string]): Promise<Body[]> {
  return [
    await made(call, letters, { number: letter, received: '2026-05-01', kind: 'letter', sheets: 3 }),
    await made(call, orders, { no: order, day: '2026-04-01', sort: 'order', pages: 1 }),
    await made(call, deals, { code: deal, signed: '2026-06-01', sort: 'deal', length: 20 }),
  ]
}
