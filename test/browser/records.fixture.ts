import { newId } from '../../src/foundation/kit/ids.ts'
import { assertDone } from '../everything.ts'
import type { Body } from '../platform.ts'
import type { Console, Person } from './use-console.ts'

const nomenclature = '/pub/v1/nomenclature'

/** Creates an office with a section and a case for incoming letters. */
export async function incomingCase(office: Console, more: Body = {}): Promise<Body> {
  const { call } = office.server()
  const place = await call('POST', `${nomenclature}/directory`, { name: 'Head office', type: 'place', code: 'HO' })
  assertDone(place)
  const within = { name: 'Secretariat', type: 'section', code: '01', directoryId: place.body.item.id }
  const section = await call('POST', `${nomenclature}/directory`, within)
  assertDone(section)
  const registrationSettings = { template: '{case.index}/{seq}', reserveEnabled: true, editAfterRegistration: true }
  const made = await call('POST', nomenclature, {
    ...{ name: 'Incoming letters', index: '01-03', docflow: 'input', directoryId: section.body.item.id },
    ...{ registrationSettings, ...more },
  })
  assertDone(made)
  return made.body.item
}

/** Gives a person, by default a new one, a right to the office of a case, and lets the person register letters. */
export async function registrarOf(
  office: Console,
  { officeId }: Body,
  right = 'register',
  known?: Person,
): Promise<Person> {
  const person = known ?? (await office.person({ lastname: 'Petrova' }))
  const { call } = office.server()
  const filter = { tf: { namespace: 'docs', code: 'registrars' } }
  const groups = await call('POST', '/pub/v1/scheme/groups/list', { filter })
  assertDone(groups)
  const id = groups.body.result.result[0].__id
  assertDone(await call('POST', `/pub/v1/scheme/groups/${id}/add-items`, [person.id]))
  const grant = { rights: [right] }
  assertDone(await call('PUT', `/api/v1/nomenclature-directories/${officeId}/grants/${person.id}`, grant))
  return person
}

/** Creates a letter with a scan. */
export async function letter({ call }: Pick<Person, 'call'>, subject: string): Promise<Body> {
  const [hash, form] = [newId(), new FormData()]
  form.append('file', new Blob(['%PDF-1.4 a letter']), 'letter.pdf')
  assertDone(await call('POST', `/pub/v1/disk/file/upload?hash=${hash}`, form))
  const context = { subject, scan: [{ hash, name: 'letter.pdf' }] }
  const created = await call('POST', '/pub/v1/app/docs/incoming/create', { context })
  assertDone(created)
  return created.body.item
}

/** Registers a new letter and returns its registration. */
export async function registered(person: Person, { id: caseId }: Body, subject: string): Promise<Body> {
  const { __id: id } = await letter(person, subject)
  const answer = await person.call('POST', '/api/v1/registrations', { namespace: 'docs', code: 'incoming', id, caseId })
  assertDone(answer)
  return answer.body.item
}
