import type { Answer } from './client.ts'
import { completeFor, create, scan } from './documents.ts'
import type { Office } from './people.ts'
import { soon } from './tasks.ts'
import { expect, tell } from './telling.ts'

/** Step 6: a contract waits for the check of its counterparty by another system, which answers. */
export async function concludeContracts({ client, people }: Office): Promise<void> {
  console.log('Chapter 4: a contract')
  const lawyer = people.as('baker')
  // No server answers at the address of the module, so the activity waits for its restore point.
  const settings = { service_url: 'http://127.0.0.1:8095', key: 'the key of the story' }
  await client.call('PATCH', '/api/v1/modules/checks', { settings })
  const counterparty = await create(client, 'ref/counterparties', { __name: 'Pump works', tax_id: '7700000001' })
  const contract = await create(lawyer, 'legal/contracts', {
    subject: 'Supply of pumps',
    counterparty: [counterparty.__id],
    amount: { cents: 8_000_000, currency: 'RUB' },
    outside_id: 'P-1',
    scans: [await scan(lawyer, 'Contract about pumps')],
  })
  const point = await soon(async () => {
    const { result } = await client.call('GET', '/api/v1/restore-points')
    return result.result[0]
  })
  tell('The process of the contract asks another system about the counterparty, and waits for its answer')
  const restore = () =>
    client.call('POST', `/pub/v1/bpm/restore-point/${point.id}/restore`, { context: { result: 'clean' } })
  await restore()
  const about = { item: contract.__id, at: 'approve' }
  const open = async () => (await client.call('GET', `/api/v1/tasks?itemId=${contract.__id}`)).result.total
  await soon(async () => ((await open()) > 0 ? true : undefined))
  const before = await open()
  await restore()
  expect('the second answer changes nothing', await open(), before)
  tell('The answer arrives at the restore point; sending it again changes nothing')
  await completeFor(people.as('lukina'), about, { exit: 'approved' })
  await completeFor(people.as('morozov'), { ...about, at: 'sign' }, { exit: 'sign' })
  await soon(async () => {
    const body = { name: 'counterparty signed', correlationKey: contract.__id }
    return (await client.call('POST', '/api/v1/messages', body)).reached === 1 ? true : undefined
  })
  const active = await soon(async () => {
    const { item } = await client.call('GET', `/pub/v1/app/legal/contracts/${contract.__id}/get`)
    return item.__statusCode === 'active' ? (item as Answer) : undefined
  })
  tell(`It is approved, signed by both sides and registered as ${active.number}`)
}
