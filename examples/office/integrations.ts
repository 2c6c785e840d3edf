import type { Answer } from './client.ts'
import type { Office } from './people.ts'
import { expect, tell } from './telling.ts'

/** Step 11: what other programs use. */
export async function integrate(office: Office): Promise<void> {
  console.log('Chapter 8: other programs')
  await bindTelephones(office)
  await fillSegment(office)
  await store(office)
  await nestGroups(office)
  await askWhatIsExportable(office)
}

async function bindTelephones({ client, people }: Office): Promise<void> {
  const path = '/pub/v1/integration/pbx_demo/voip/bindings'
  await client.call('PUT', path, { bindings: [{ extension: '0101', userId: people.id('zaitseva') }] })
  await client.call('PUT', path, { bindings: [{ extension: '0102', userId: people.id('kuznetsov') }] })
  const { bindings } = await client.call('GET', path)
  expect(
    'the second list replaces the first',
    bindings.map(({ extension }: Answer) => extension),
    ['0102'],
  )
  tell('The extensions of the telephone system are replaced as a whole')
}

async function fillSegment({ client }: Office): Promise<void> {
  const { subscribers } = await client.call('PUT', '/api/v1/marketing/subscribers', {
    subscribers: [{ email: 'anna@example.com', name: 'Anna', consent: 'given' }],
  })
  const { segment } = await client.call('PUT', '/pub/v1/marketing/segment', { name: 'Suppliers to invite' })
  const address = `/pub/v1/marketing/segment/${segment.__id}/subscribers`
  const ids = [subscribers[0].id]
  const added = await client.call('PATCH', `${address}/add`, { ids })
  const removed = await client.call('PATCH', `${address}/remove`, { ids })
  expect('a subscriber is added and removed', [added.changed, removed.changed], [1, 1])
  tell('A subscriber is added to a segment and removed again')
}

async function store({ client }: Office): Promise<void> {
  for (const path of ['system/office.story', 'docs/last_mail_uid', 'buy/requests/next_check']) {
    await client.call('POST', `/pub/v1/storage/${path}`, { data: path })
    expect('the value is stored', (await client.call('GET', `/pub/v1/storage/${path}`)).data, path)
  }
  tell('Values are stored for the installation, a namespace and an application')
}

async function nestGroups({ client }: Office): Promise<void> {
  const { result } = await client.call('POST', '/pub/v1/scheme/groups/list', { filter: { tf: {} }, size: 1000 })
  const idOf = (code: string): string => result.result.find((one: Answer) => one.code === code).__id
  const { users } = await client
    .call('GET', `/pub/v1/scheme/groups/${idOf('all_staff')}/users?effective=true`)
    .then((answer: Answer) => ({ users: answer.result?.result ?? answer.users ?? answer.result }))
  expect('the group of all staff has the members of its sub-groups', users.length >= 10, true)
  const address = `/pub/v1/scheme/groups/${idOf('registrars')}/add-items`
  const refusal = await client.refused('POST', address, [idOf('all_staff')] as object)
  expect('a cycle of groups is refused', refusal.status >= 400 && refusal.status < 500, true)
  tell(
    `The group of all staff has ${users.length} members through its sub-groups; a cycle is refused: ${refusal.error}`,
  )
}

async function askWhatIsExportable({ client }: Office): Promise<void> {
  const solution = await client.call('GET', '/pub/v1/scheme/solutions/office/exportable')
  const application = await client.call('GET', '/pub/v1/scheme/namespaces/docs/apps/incoming/exportable')
  expect(
    'the solution is closed, an application alone is not',
    [solution.exportable, application.exportable],
    [true, false],
  )
  tell('The solution can be exported as a closed package; the application docs.incoming alone cannot')
}
