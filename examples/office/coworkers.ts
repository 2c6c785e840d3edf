import type { Answer, Client } from './client.ts'

/** The people of the story: a clerk, the supervisor of the clerk, and the head of a department. */
export interface Coworkers {
  readonly clerk: Client
  readonly chief: Client
  readonly head: Client
  /** Revokes their tokens. */
  leave(): Promise<void>
}

const orgItems = '/api/v1/org-items'
const groups = '/pub/v1/scheme/groups'

/** Creates the people with their places and groups, or finds those of an earlier run, and signs them in. */
export async function employ(client: Client): Promise<Coworkers> {
  const clerk = await person(client, 'story-clerk', 'Ivanova')
  const chief = await person(client, 'story-chief', 'Petrov')
  const head = await person(client, 'story-head', 'Orlov')
  const lawyer = await person(client, 'story-lawyer', 'Lukina')
  await join(client, 'heads', head.id)
  await join(client, 'lawyers', lawyer.id)
  const root = await place(client, { kind: 'department', name: 'Office', code: 'story_office' })
  const above = await place(
    client,
    { kind: 'position', name: 'Chief clerk', code: 'story_chief', holders: [chief.id] },
    root,
  )
  await place(client, { kind: 'position', name: 'Clerk', code: 'story_clerk', holders: [clerk.id] }, above)
  const all = [clerk, chief, head, lawyer]
  return {
    clerk: client.as(clerk.token),
    chief: client.as(chief.token),
    head: client.as(head.token),
    async leave() {
      for (const { tokenId } of all) await client.call('DELETE', `/api/v1/tokens/${tokenId}`)
    },
  }
}

interface Person {
  readonly id: string
  readonly token: string
  readonly tokenId: string
}

async function person(client: Client, login: string, lastname: string): Promise<Person> {
  const list = { filter: { tf: { login } } }
  const { result } = await client.call('POST', '/pub/v1/user/list', list)
  const known = result.result.find((one: Answer) => one.login === login)
  const id = known?.__id ?? (await client.call('POST', '/api/v1/users', { login, lastname })).id
  const { id: tokenId, token } = await client.call('POST', '/api/v1/tokens', { name: 'the story', login })
  return { id, token, tokenId }
}

async function join(client: Client, code: string, userId: string): Promise<void> {
  const { result } = await client.call('POST', `${groups}/list`, { filter: { tf: { namespace: 'docs', code } } })
  await client.call('POST', `${groups}/${result.result[0].__id}/add-items`, [userId] as object)
}

/** Finds an item of the organisation chart by its code, or creates it below `parent`, else below the root. */
async function place(client: Client, item: Answer, parent?: string): Promise<string> {
  const { items } = await client.call('GET', orgItems)
  const known = items.find(({ code }: Answer) => code === item.code)
  if (known !== undefined) return known.id
  const above = parent ?? items.find((one: Answer) => one.parent === null)?.id
  return (await client.call('POST', orgItems, { ...item, ...(above && { parent: above }) })).id
}
