import assert from 'node:assert/strict'
import { assertDone, made } from '../../../../test/everything.ts'
import type { Body, Call } from '../../../../test/platform.ts'
import { type SharedServer, useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { writeZip } from '../../../solutions/files/write-zip.ts'
import { aCase } from '../../v1/nomenclature/nomenclature.fixture.ts'

const letter = `
name: Letters
elementName: Letter
fields:
  - { code: subject, type: string }
  - { code: kind, type: category, values: [{ code: A, name: Important }, { code: B, name: Other }] }
  - { code: sent, type: datetime }
  - { code: scan, type: file, array: true }
statuses:
  - { code: draft, name: Draft }
  - { code: registered, name: Registered }
  - { code: filed, name: Filed, final: true }
`
const files = [
  ['solution.yaml', 'code: letterbox\nname: Letterbox\nversion: 1.0.0\n'],
  ['namespaces/letterbox/namespace.yaml', 'name: Letterbox\n'],
  ['namespaces/letterbox/groups/clerks.yaml', 'name: Clerks\n'],
  ['namespaces/letterbox/apps/plain.yaml', `${letter}registration: {}\n`],
  [
    'namespaces/letterbox/apps/strict.yaml',
    `${letter}registration: { required: [subject], file: scan, identity: [subject, kind], status: registered }\n`,
  ],
  ['namespaces/letterbox/apps/limited.yaml', `${letter}registration: { by: [letterbox.clerks], cases: [01-77] }\n`],
  [
    'namespaces/letterbox/apps/secret.yaml',
    `${letter}access: { elements: [{ to: [author], may: [view] }] }\nregistration: {}\n`,
  ],
  ['namespaces/letterbox/apps/by_process.yaml', `${letter}registration: { by: process }\n`],
  ['namespaces/letterbox/apps/switched_off.yaml', `${letter}registration: { enabled: false, status: registered }\n`],
  [
    'namespaces/letterbox/apps/numbered.yaml',
    `${letter.replace('fields:', 'fields:\n  - { code: number, name: Entry number, type: string, maxLength: 300, indexed: true }')}registration: { number: number, status: registered }\n`,
  ],
  [
    'namespaces/letterbox/apps/guided.yaml',
    `${letter.replace('name: Filed, final: true', 'name: Filed, final: true, by: process')}unique: [subject]\nregistration: {}\n`,
  ],
  ['namespaces/letterbox/apps/unregistered.yaml', letter],
  [
    'namespaces/letterbox/apps/grouped.yaml',
    `name: Letters
fields: [{ code: subject, type: string }]
statusGroups: [{ code: work, name: Work }, { code: records, name: Records }]
statuses:
  - { code: draft, name: Draft, group: work }
  - { code: registered, name: Registered, group: records }
registration: { status: registered }
`,
  ],
] as const

/**
 * Returns the zip of a solution with several applications of letters; each application has other rules of registration.
 */
export const letterbox = (): Promise<Uint8Array> => writeZip(new Map(files))

/** Starts or uses the shared server, and applies the solution `letterbox`. */
export function useLetterbox(): SharedServer {
  return useServer(async ({ call }) => assertDone(await call('POST', '/api/v1/solutions/apply', await letterbox())))
}

export const registrations = '/api/v1/registrations'
export const letters = (code = 'plain') => `/pub/v1/app/letterbox/${code}`

export async function aLetter(call: Call, context: Body = {}, code = 'plain'): Promise<Body> {
  return made(call, letters(code), { subject: `letter ${newId()}`, ...context })
}

/** Returns the body of a request that registers a letter in a case. */
export const bodyOf = (letter: Body, caseId: string, more: object = {}, code = 'plain') => ({
  namespace: 'letterbox',
  code,
  id: letter.__id,
  caseId,
  ...more,
})

/** Registers a new letter and returns the registration. */
export async function registered(call: Call, caseId: string, more: object = {}): Promise<Body> {
  const answer = await call('POST', registrations, bodyOf(await aLetter(call), caseId, more))
  assertDone(answer)
  return answer.body.item
}

/** Creates a case with these settings. */
export const caseWith = (call: Call, registrationSettings: object = {}, more: object = {}): Promise<Body> =>
  aCase(call, { registrationSettings, ...more })

/** Verifies the journals, page by page, and returns the result for one case. */
export async function verified(call: Call, caseId: string): Promise<Body> {
  for (let after = ''; ; ) {
    const answer = await call('GET', `/api/v1/audit/verify/journals${after}`)
    assertDone(answer)
    const found = answer.body.journals.find((journal: Body) => journal.caseId === caseId)
    if (found !== undefined) return found
    assert.ok(answer.body.next, `no journal of case ${caseId}`)
    after = `?after=${answer.body.next}`
  }
}

/** Uploads a CSV file and returns its hash. */
export async function uploadText(call: Call, text: string): Promise<string> {
  const [hash, form] = [crypto.randomUUID(), new FormData()]
  form.append('file', new Blob([text]), 'rows.csv')
  assertDone(await call('POST', `/pub/v1/disk/file/upload?hash=${hash}`, form))
  return hash
}
