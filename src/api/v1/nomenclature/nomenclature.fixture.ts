import { assertDone } from '../../../../test/everything.ts'
import type { Body, Call } from '../../../../test/platform.ts'
import { newId } from '../../../foundation/kit/ids.ts'

export const nomenclature = '/pub/v1/nomenclature'
export const management = '/api/v1/nomenclature'

export async function anOffice(call: Call, more: object = {}): Promise<Body> {
  const answer = await call('POST', `${nomenclature}/directory`, { name: `Office ${newId()}`, type: 'place', ...more })
  assertDone(answer)
  return answer.body.item
}

export async function aSection(call: Call, directoryId: string, more: object = {}): Promise<Body> {
  const body = { name: 'Secretariat', type: 'section', directoryId, ...more }
  const answer = await call('POST', `${nomenclature}/directory`, body)
  assertDone(answer)
  return answer.body.item
}

/** Creates a case in a new office, or in the given directory. */
export async function aCase(call: Call, more: { directoryId?: string; [key: string]: unknown } = {}): Promise<Body> {
  const directoryId = more.directoryId ?? (await anOffice(call)).id
  const body = { name: 'Incoming letters', docflow: 'input', ...more, directoryId }
  const answer = await call('POST', nomenclature, body)
  assertDone(answer)
  return answer.body.item
}

export async function grant(call: Call, office: string, subject: string, rights: readonly string[]): Promise<void> {
  assertDone(await call('PUT', `/api/v1/nomenclature-directories/${office}/grants/${subject}`, { rights }))
}
