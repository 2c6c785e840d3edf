import { setTimeout as wait } from 'node:timers/promises'
import type { Answer, Client } from './client.ts'
import { expect } from './telling.ts'

const patienceMs = 30_000

/** The list parameter that selects the tasks or timers of an instance. */
export const queryOf = (instanceId: string): string =>
  encodeURIComponent(JSON.stringify({ filter: { tf: { instanceId } } }))

/** Completes the task of an instance that a person has. */
export async function complete(person: Client, instanceId: string, body: object): Promise<Answer> {
  const task = await taskOf(person, instanceId)
  return person.call('POST', `/api/v1/tasks/${task.id}/complete`, body)
}

/** Returns the only open task of an instance that a person has, as soon as there is one. */
export async function taskOf(person: Client, instanceId: string): Promise<Answer> {
  const tasks = await soon(async () => {
    const { result } = await person.call('GET', `/api/v1/tasks?query=${queryOf(instanceId)}`)
    return result.total === 0 ? undefined : result.result
  })
  expect('the person has one task of the process', tasks.length, 1)
  return tasks[0]
}

/** Repeats a request until it returns a result. Throws when there is none after half a minute. */
export async function soon(request: () => Promise<Answer>): Promise<Answer> {
  for (const endMs = Date.now() + patienceMs; ; await wait(100)) {
    const result = await request()
    if (result !== undefined) return result
    if (Date.now() > endMs) throw new Error(`the process did not go on within ${patienceMs / 1000} seconds`)
  }
}
