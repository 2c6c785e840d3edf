import { soon } from '../../examples/office/tasks.ts'
import { assertDone } from '../everything.ts'
import type { Body } from '../platform.ts'
import type { Console, Person } from './use-console.ts'

/** Creates a lawyer: a person in the group that checks contracts. */
export async function lawyer(office: Console, more: Body = {}): Promise<Person> {
  const person = await office.person({ lastname: 'Lukina', ...more })
  const { call } = office.server()
  const groups = await call('POST', '/pub/v1/scheme/groups/list', {
    filter: { tf: { namespace: 'docs', code: 'lawyers' } },
  })
  assertDone(groups)
  const id = groups.body.result.result[0].__id
  assertDone(await call('POST', `/pub/v1/scheme/groups/${id}/add-items`, [person.id]))
  return person
}

/** Creates a contract whose approval waits at the task of the lawyers; returns the id of the contract. */
export async function contractInCheck(office: Console, number: string): Promise<string> {
  const { call } = office.server()
  const context = { number, subject: 'Pumps', price: { cents: 5_000_000, currency: 'RUB' } }
  const created = await call('POST', '/pub/v1/app/docs/contracts/create', { context })
  assertDone(created)
  const id = created.body.item.__id
  assertDone(await call('POST', `/pub/v1/app/docs/contracts/${id}/set-status`, { status: 'approval' }))
  const point = await soon(async () => {
    const { body } = await call('POST', '/pub/v1/bpm/instance/bytarget/list', { target: id })
    const instance = body.result.result[0]?.__id
    if (instance === undefined) return undefined
    const points = await call('GET', `/api/v1/restore-points?instanceId=${instance}`)
    return points.body.result.result[0]?.id
  }, 60_000)
  assertDone(await call('POST', `/pub/v1/bpm/restore-point/${point}/restore`, { context: { result: 'clean' } }))
  return id
}
