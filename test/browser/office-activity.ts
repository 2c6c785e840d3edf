import { applyFiles, filesOf } from '../../src/api/v1/scheme/scheme.fixture.ts'
import { bpmn, element, end, extensions, flows, start } from '../../src/process/engine/process.fixture.ts'
import { assertDone, made } from '../everything.ts'
import type { Body } from '../platform.ts'
import type { Console, Person } from './use-console.ts'

const check = bpmn([
  extensions('<chancery:variable name="who" type="user"/>'),
  start(),
  element(
    'userTask',
    'check',
    extensions('<chancery:task due="P1D"/><chancery:performer type="variable" value="who"/>'),
  ),
  end(),
  flows('s > check > e'),
])
const stuck = bpmn([start(), element('exclusiveGateway', 'x'), end(), flows('s > x', 'x > e [false]')])

/**
 * Creates data for the reports of the platform in the namespace `desk`: open tasks of the person, one of them overdue;
 * completed instances; registrations in two weeks; and two incidents. Advances the clock of the server by two weeks.
 */
export async function officeActivity(office: Console, person: Person): Promise<void> {
  const { call } = office.server()
  await applyFiles(call, {
    ...filesOf('desk', {}),
    'namespaces/desk/processes/check.bpmn': check,
    'namespaces/desk/processes/check.yaml': 'access: []\n',
    'namespaces/desk/processes/stuck.bpmn': stuck,
    'namespaces/desk/processes/stuck.yaml': 'access: []\n',
  })
  const run = async (code: string, context: Body): Promise<string> => {
    const answer = await call('POST', `/pub/v1/bpm/template/desk/${code}/run`, { context })
    assertDone(answer)
    return answer.body.context.__id
  }
  const advance = async (by: string) => assertDone(await call('POST', '/api/v1/clock/advance', { by }))
  const caseId = await openCase(office)
  const register = async (subject: string) => {
    const { __id: id } = await made(call, '/pub/v1/app/docs/incoming', { subject })
    const body = { namespace: 'docs', code: 'incoming', id, caseId, card: { paperAt: 'Cabinet 3' } }
    assertDone(await call('POST', '/api/v1/registrations', body))
  }
  for (let n = 0; n < 2; n++) await run('stuck', {})
  await run('check', { who: [person.id] })
  const completed = await run('check', { who: [person.id] })
  await register('The first letter')
  await advance('PT2H')
  const tasks = await call('GET', `/api/v1/tasks?instanceId=${completed}`)
  assertDone(await person.call('POST', `/api/v1/tasks/${tasks.body.result.result[0].id}/complete`, {}))
  await advance('P14D')
  await run('check', { who: [person.id] })
  for (const subject of ['The second letter', 'The third letter']) await register(subject)
}

/** Opens a case for incoming letters in a section of an office and returns its id. */
async function openCase(office: Console): Promise<string> {
  const { call } = office.server()
  const created = async (path: string, body: Body): Promise<string> => {
    const answer = await call('POST', path, body)
    assertDone(answer)
    return answer.body.item.id
  }
  const directory = '/pub/v1/nomenclature/directory'
  const place = await created(directory, { type: 'place', name: 'Head office', code: 'HO' })
  const section = await created(directory, { type: 'section', name: 'Secretariat', code: '01', directoryId: place })
  const registrationSettings = { template: '{case.index}/{seq}', resetInPeriod: true }
  const letters = { name: 'Incoming letters', index: '01-03', docflow: 'input', directoryId: section }
  return created('/pub/v1/nomenclature', { ...letters, registrationSettings })
}
