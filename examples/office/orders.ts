import type { Answer, Client } from './client.ts'
import { completeFor, create } from './documents.ts'
import type { Office, People } from './people.ts'
import { soon } from './tasks.ts'
import { expect, tell } from './telling.ts'

/** An order is approved and signed, gets its number, and everybody confirms that they have read it. */
export async function issueOrder(office: Office): Promise<Answer> {
  console.log('Chapter 6: an order')
  const { client, people } = office
  const clerk = people.as('zaitseva')
  const order = await create(clerk, 'docs/orders', { subject: 'On the working hours', kind: 'order' })
  await clerk.call('POST', `/api/v1/elements/docs/orders/${order.__id}/start-process`, {
    process: 'docs.orders.process',
  })
  const director = people.as('morozov')
  await completeFor(director, { item: order.__id, at: 'approve' }, { exit: 'approved' })
  await completeFor(director, { item: order.__id, at: 'sign' }, { exit: 'sign' })
  const signed = await soon(() => getActive(clerk, order.__id))
  expect('the order has its number', signed.number, '1-or')
  tell(
    `The director approves and signs an order; its process generates the document and registers it as ${signed.number}`,
  )
  const readers = await confirm(office, order.__id)
  await showRecords(client, order.__id, readers)
  return signed
}

/** All members of the staff confirm that they have read the order. Returns their number. */
async function confirm({ client, people }: Office, order: string): Promise<number> {
  const { result } = await client.call('GET', `/api/v1/tasks?itemId=${order}&elementId=acquaint&size=100`)
  const readers = result.result.flatMap(({ performers }: Answer) => performers.map((one: Answer) => one.id ?? one))
  for (const reader of readers)
    await completeFor(clientOf(people, reader), { item: order, at: 'acquaint' }, { exit: 'informed' })
  return readers.length
}

const clientOf = (people: People, id: string): Client =>
  people.as(people.logins.find((login) => people.id(login) === id)!)

/** Lists the sheets and the registration of the order over the public API. */
async function showRecords(client: Client, order: string, readers: number): Promise<void> {
  const { result: sheets } = await client.call('POST', `/pub/v1/docflow/docs/orders/${order}/lists`)
  expect(
    'the order has its sheets',
    sheets.map(({ type, status }: Answer) => `${type} ${status}`),
    ['informing informed', 'approval approved'],
  )
  const informed = sheets[0].respondents.filter(({ status }: Answer) => status === 'informed')
  expect('all members of the staff have confirmed', informed.length, readers)
  tell(`${readers} members of the staff confirm that they have read it: the sheet of readers is complete`)
  const { result: registrations } = await client.call('POST', `/pub/v1/registration/docs/orders/${order}`)
  expect(
    'the order has one registration',
    registrations.map(({ number, status }: Answer) => [number, status]),
    [['1-or', 'registered']],
  )
}

/** Waits until the order is in force, and returns it. */
async function getActive(client: Client, id: string): Promise<Answer> {
  const { item } = await client.call('GET', `/pub/v1/app/docs/orders/${id}/get`)
  return item.__statusCode === 'active' ? item : undefined
}
