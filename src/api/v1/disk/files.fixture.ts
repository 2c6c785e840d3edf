import { assertDone } from '../../../../test/everything.ts'
import type { Body, Call } from '../../../../test/platform.ts'
import { newId } from '../../../foundation/kit/ids.ts'

export const rootId = '9240261a-ab27-5e65-b883-198236739dcc'
const disk = '/pub/v1/disk'

export function formOf(bytes: Buffer | string, name: string): FormData {
  const form = new FormData()
  form.append('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name)
  return form
}

/** Uploads a file to temporary storage and returns its hash. */
export async function anUpload(call: Call, bytes: Buffer | string = 'bytes', name = 'a.txt'): Promise<string> {
  const hash = newId()
  assertDone(await call('POST', `${disk}/file/upload?hash=${hash}`, formOf(bytes, name)))
  return hash
}

export async function aFile(call: Call, bytes: Buffer | string, name: string, directory = rootId): Promise<Body> {
  const answer = await call('POST', `${disk}/directory/${directory}/upload`, formOf(bytes, name))
  assertDone(answer)
  return answer.body.file
}

export async function aDirectory(call: Call, name: string, directory = rootId, more: object = {}): Promise<Body> {
  const answer = await call('POST', `${disk}/directory`, { name, directory, ...more })
  assertDone(answer)
  return answer.body.directory
}

export async function linkOf(call: Call, id: string, body: object = {}): Promise<string> {
  const answer = await call('POST', `${disk}/file/${id}/get-link`, body)
  assertDone(answer)
  return answer.body.Link
}
