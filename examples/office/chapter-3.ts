import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Answer, Client } from './client.ts'
import { type Coworkers, employ } from './coworkers.ts'
import { expect, tell } from './telling.ts'

const contracts = '/pub/v1/app/docs/contracts'
const patienceMs = 30_000

/** A contract is approved: its status starts the process, people and another system take part, a timer escalates. */
export async function chapter3(client: Client): Promise<void> {
  console.log('Chapter 3: the approval of a contract')
  const people = await employ(client)
  try {
    const contract = await startApproval(people)
    const instance = await instanceOf(client, contract.__id)
    await answerCheck(client, instance)
    await escalate(client, instance)
    await decide(people, contract, instance)
  } finally {
    await people.leave()
  }
}

async function startApproval({ clerk }: Coworkers): Promise<Answer> {
  const number = `ap${randomBytes(4).toString('hex')}`
  const context = { number, subject: 'Pumps', price: { cents: 5_000_000, currency: 'RUB' } }
  const { item } = await clerk.call('POST', `${contracts}/create`, { context })
  await clerk.call('POST', `${contracts}/${item.__id}/set-status`, { status: 'approval' })
  tell(`The clerk sets the status of the contract ${item.__name} to "approval", which starts its approval`)
  return item
}

/** The process reads the change of the contract soon after it was committed. */
async function instanceOf(client: Client, contract: string): Promise<string> {
  const found = await soon(async () => {
    const { result } = await client.call('POST', '/pub/v1/bpm/instance/bytarget/list', { target: contract })
    return result.result[0]
  })
  tell(`The process "${found.__name}" runs for the contract`)
  return found.__id
}

async function answerCheck(client: Client, instance: string): Promise<void> {
  const query = `?instanceId=${instance}`
  const point = await soon(async () => {
    const { result } = await client.call('GET', `/api/v1/restore-points${query}`)
    return result.result[0]
  })
  const path = `/pub/v1/bpm/restore-point/${point.id}/restore`
  const answer = { context: { result: 'clean' } }
  await client.call('POST', path, answer)
  tell('The system that checks counterparties answers through the restore point: nothing was found')
  await client.call('POST', path, answer)
  const refusal = await client.refused('POST', path, { context: { result: 'failed' } })
  expect('another answer is refused', refusal.status, 409)
  tell('The same answer again changes nothing, and another answer is refused')
  const { why } = await waitingAt(client, instance, 'legal_check')
  tell(`The process ${why[0]}`)
}

async function escalate(client: Client, instance: string): Promise<void> {
  const moved = await advance(client)
  if (moved === undefined) {
    const { result } = await client.call('GET', `/api/v1/timers?query=${queryOf(instance)}`)
    await client.call('POST', `/api/v1/timers/${result.result[0].id}/fire`)
    tell('The clock of this server cannot be moved (TEST_CLOCK is not set), so the administrator fires the timer')
  } else {
    tell(`No lawyer has time. The clock of the server moves by two weeks; it is ${moved}`)
  }
  await waitingAt(client, instance, 'overdue_check')
  tell('The timer has taken the task from the lawyers and has given it to the supervisor of the clerk')
}

const queryOf = (instanceId: string): string => encodeURIComponent(JSON.stringify({ filter: { tf: { instanceId } } }))

/** Moves the clock; returns undefined on a server whose clock cannot be moved. */
async function advance(client: Client): Promise<string | undefined> {
  try {
    return (await client.call('POST', '/api/v1/clock/advance', { by: 'P14D' })).now
  } catch (error) {
    if (/TEST_CLOCK/.test(String(error))) return undefined
    throw error
  }
}

async function decide({ chief, head }: Coworkers, contract: Answer, instance: string): Promise<void> {
  await complete(chief, instance, { exit: 'accept', comment: 'I have read it myself' })
  tell('The supervisor accepts the contract')
  const done = await complete(head, instance, { exit: 'accept' })
  expect('the process has ended', done.instance.state, 'done')
  const { item } = await head.call('POST', `${contracts}/${contract.__id}/get`)
  expect('the contract shows the result', item.__statusCode, 'approved')
  tell(`The head of a department, whom a decision table has chosen by the amount, accepts as well`)
  tell(`The process has ended, and the status of the contract ${item.__name} is "${item.__statusCode}"`)
}

/** Completes the task of an instance that a person has. */
async function complete(person: Client, instanceId: string, body: object): Promise<Answer> {
  const { result } = await person.call('GET', `/api/v1/tasks?query=${queryOf(instanceId)}`)
  expect('the person has one task of the process', result.total, 1)
  return person.call('POST', `/api/v1/tasks/${result.result[0].id}/complete`, body)
}

async function waitingAt(client: Client, instance: string, element: string): Promise<Answer> {
  return soon(async () => {
    const { instance: view } = await client.call('GET', `/api/v1/instances/${instance}`)
    return view.active.find((one: Answer) => one.element === element)
  })
}

/** Repeats a request until its result is there. */
async function soon(request: () => Promise<Answer>): Promise<Answer> {
  for (const endMs = Date.now() + patienceMs; ; await wait(100)) {
    const result = await request()
    if (result !== undefined) return result
    if (Date.now() > endMs) throw new Error(`the process did not go on within ${patienceMs / 1000} seconds`)
  }
}
