import assert from 'node:assert/strict'
import { assertDone, made, things } from '../../../../test/everything.ts'
import type { Body, Call } from '../../../../test/platform.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { anUpload } from '../../v1/disk/files.fixture.ts'

export const sheets = '/api/v1/sheets'

export interface Document {
  readonly id: string
  readonly fileId: string
}

/** Creates an element with one file. */
export async function aDocument(call: Call, text = 'first version'): Promise<Document> {
  const hash = await anUpload(call, text, 'contract.txt')
  const element = await made(call, things, { title: `contract ${newId()}`, files: [{ hash, name: 'contract.txt' }] })
  return { id: element.__id, fileId: element.files[0] }
}

/** Adds a version to the file of a document. */
export async function newVersion(call: Call, { fileId }: Document, text = 'next version'): Promise<void> {
  const added = await call('POST', `/api/v1/files/${fileId}/versions`, { hash: await anUpload(call, text) })
  assertDone(added)
}

export const user = (id: string): Body => ({ type: 'user', id })

/** Starts a sheet with one stage unless `more` gives stages. */
export async function aSheet(call: Call, document: Document, users: readonly string[], more: Body = {}): Promise<Body> {
  const answer = await call('POST', sheets, startOf(document, users, more))
  assertDone(answer)
  return answer.body.sheet
}

export const startOf = ({ id }: Document, users: readonly string[], more: Body = {}): Body => ({
  type: 'approval',
  namespace: 'all',
  code: 'things',
  elementId: id,
  stages: [{ respondents: users.map(user) }],
  ...more,
})

export async function sheetOf(call: Call, id: string): Promise<Body> {
  const answer = await call('GET', `${sheets}/${id}`)
  assertDone(answer)
  return answer.body.sheet
}

/** Answers a sheet and returns it. A rejection says a reason, unless `more` has a comment. */
export async function answered(call: Call, id: string, answer: string, more: Body = {}): Promise<Body> {
  const reason = answer === 'rejected' ? { comment: 'no' } : {}
  const response = await call('POST', `${sheets}/${id}/respond`, { answer, ...reason, ...more })
  assertDone(response)
  return response.body.sheet
}

/** Returns the states of the respondents, in the order of the respondents. */
export const statesOf = ({ respondents }: Body): readonly string[] => respondents.map(({ state }: Body) => state)

/** Asserts how many entries about a sheet the audit log has. */
export async function assertAudited(call: Call, id: string, entries: number): Promise<void> {
  const audit = await call('GET', `/api/v1/audit?object=sheet:${id}`)
  assertDone(audit)
  assert.equal(audit.body.entries.length, entries)
}
