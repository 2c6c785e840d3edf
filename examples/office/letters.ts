import type { Answer, Client } from './client.ts'
import { advance, completeFor, create, scan } from './documents.ts'
import type { Office } from './people.ts'
import { soon } from './tasks.ts'
import { expect, tell } from './telling.ts'

export interface Letters {
  readonly incoming: Answer
  readonly outgoing: Answer
}

/** Steps 4 and 5: a letter is registered and executed; another one is answered. */
export async function handleLetters(office: Office): Promise<Letters> {
  console.log('Chapter 3: letters')
  const incoming = await receive(office, 'Question about pumps', '01-03/1')
  await execute(office, incoming)
  const question = await receive(office, 'Price of pumps', '01-03/2')
  return { incoming, outgoing: await answer(office, question) }
}

/** A letter arrives with a scan; the process registers it. */
async function receive({ people, client }: Office, subject: string, number: string): Promise<Answer> {
  const clerk = people.as('kuznetsov')
  const context = { subject, addressee: [people.id('morozov')], scan: [await scan(clerk, subject)] }
  const letter = await create(clerk, 'docs/incoming', context)
  const about = { item: letter.__id, at: 'check_card' }
  await completeFor(people.as('zaitseva'), about, {})
  const registered = await soon(() => get(clerk, 'docs/incoming', letter.__id, 'for_resolution'))
  expect('the letter has its number', registered.number, number)
  const { result } = await client.call('POST', `/pub/v1/registration/docs/incoming/${letter.__id}`)
  expect('its registration is listed', result[0].number, number)
  const { url } = await client
    .call('GET', `/pub/v1/disk/file/${letter.scan[0]}/get-link`)
    .then((found: Answer) => ({ url: found.link ?? found.Link ?? found.url }))
  expect('its scan can be downloaded', typeof url, 'string')
  tell(`The letter "${subject}" arrives by the public API, its process starts, and it gets the number ${number}`)
  return registered
}

/** Two people execute the letter; one of them is late. */
async function execute({ client, people }: Office, letter: Answer): Promise<void> {
  const at = (element: string) => ({ item: letter.__id, at: element })
  const { now } = await client
    .call('GET', '/api/v1/clock')
    .then((answer: Answer) => ({ now: answer.time ?? answer.now }))
  const due = new Date(Date.parse(now) + 5 * 86_400_000).toISOString().slice(0, 10)
  const executors = [people.id('smith'), people.id('collins')]
  const values = { text: 'Answer the question', executors, due }
  await completeFor(people.as('morozov'), at('resolution'), { exit: 'assign', context: values })
  await completeFor(people.as('smith'), at('do'), { context: { report: 'Done' } })
  await completeFor(people.as('ivanova'), at('accept'), { exit: 'accept' })
  await advance(client, 'P7D')
  tell(
    'Two people have to execute it. One does; the clock moves by a week, and the supervisor of the other one is notified',
  )
  await completeFor(people.as('titov'), at('chase'), {})
  await completeFor(people.as('collins'), at('do'), { context: { report: 'Done, late' } })
  await completeFor(people.as('ivanova'), at('accept'), { exit: 'accept' })
  await completeFor(people.as('kuznetsov'), at('inform'), { exit: 'informed' })
  const executed = await soon(() => get(client, 'docs/incoming', letter.__id, 'executed'))
  tell(`The controller accepts the work, and the letter is ${executed.__statusCode}`)
}

/** The answer is rejected, a new version cancels a sheet, and the third round approves it. */
async function answer({ client, people }: Office, letter: Answer): Promise<Answer> {
  const at = (element: string) => ({ item: letter.__id, at: element })
  const [lawyer, head] = [people.as('lukina'), people.as('zaitseva')]
  const values = { answerSubject: 'Answer about pumps', answerText: 'The pumps cost 100.' }
  await completeFor(people.as('morozov'), at('resolution'), { exit: 'answer', context: values })
  const made = await soon(async () => {
    const { result } = await client.call('POST', '/pub/v1/app/docs/outgoing/list', { active: true })
    return result.result.find((one: Answer) => one.letter !== null && one.letter.length > 0)
  })
  tell('The director wants to answer the second letter; the answer is generated from its template')
  // The called process runs for the answer, not for the letter.
  const called = (element: string) => ({ item: made.__id, at: element })
  await completeFor(lawyer, called('approve_1'), { exit: 'rejected', comment: 'The price is missing' })
  await completeFor(people.as('kuznetsov'), called('rework'), {})
  await newVersion(people.as('kuznetsov'), made.letter[0])
  await completeFor(people.as('kuznetsov'), called('rework'), {})
  await completeFor(lawyer, called('approve_1'), { exit: 'approved' })
  await completeFor(head, called('approve_1'), { exit: 'approved' })
  await completeFor(people.as('petrova'), called('approve_2'), { exit: 'approved' })
  await completeFor(people.as('morozov'), called('sign'), { exit: 'sign' })
  await completeFor(people.as('kuznetsov'), called('send'), { context: { tracking: 'RA100RU' } })
  await completeFor(people.as('kuznetsov'), at('inform'), { exit: 'informed' })
  const sent = await soon(() => get(client, 'docs/outgoing', made.__id, 'sent'))
  expect('the answer has its number', sent.number, '01-04/1-out')
  const { result: sheets } = await client.call('POST', `/pub/v1/docflow/docs/outgoing/${made.__id}/lists`)
  const states = sheets.map(({ status }: Answer) => status).reverse()
  expect('the sheets of the rounds', states, ['rejected', 'cancelled', 'approved', 'approved'])
  tell(
    `It is rejected once; a new version cancels the second sheet; then it is approved, signed and sent as ${sent.number}`,
  )
  return sent
}

async function newVersion(person: Client, fileId: string): Promise<void> {
  const { hash } = await scan(person, 'The answer with the price')
  await person.call('POST', `/api/v1/files/${fileId}/versions`, { hash })
}

/** Returns an element when it has the status. */
async function get(client: Client, path: string, id: string, status: string): Promise<Answer> {
  const { item } = await client.call('GET', `/pub/v1/app/${path}/${id}/get`)
  return item.__statusCode === status ? item : undefined
}
