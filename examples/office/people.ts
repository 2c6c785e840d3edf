import { fileURLToPath } from 'node:url'
import type { Call } from '../../src/cli/sample/requests.ts'
import { createNomenclature } from '../../src/cli/sample/sample-nomenclature.ts'
import { createPeople } from '../../src/cli/sample/sample-people.ts'
import { readSampleData } from '../../src/cli/sample/timeline.ts'
import type { Client } from './client.ts'

/** The people of the office, by their logins: their ids and their access. */
export interface People {
  readonly logins: readonly string[]
  id(login: string): string
  as(login: string): Client
}

const folder = fileURLToPath(new URL('../../solutions/office', import.meta.url))

/** Creates the people and the nomenclature of the sample in English, and a token for each person. */
export async function moveIn(client: Client): Promise<People> {
  const call: Call = (method, path, body) => client.call(method, path, body)
  const { people, nomenclature } = await readSampleData(folder, 'en')
  const ids = await createPeople(call, people)
  await createNomenclature(call, nomenclature)
  const access = new Map<string, Client>()
  for (const login of ids.keys()) {
    const { token } = await client.call('POST', '/api/v1/tokens', { name: 'the story', login })
    access.set(login, client.as(token))
  }
  return { logins: [...ids.keys()], id: (login) => ids.get(login)!, as: (login) => access.get(login)! }
}

/** The administrator's access to the server, and the people. */
export interface Office {
  readonly client: Client
  readonly people: People
}
