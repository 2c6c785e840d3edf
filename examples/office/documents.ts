import { randomUUID } from 'node:crypto'
import type { Answer, Client } from './client.ts'
import { pdfOf } from './pdf.ts'
import { soon } from './tasks.ts'

const scanBytes = 10_000

/** Uploads bytes and returns the value of a field for files. */
export async function upload(client: Client, name: string, bytes: Uint8Array): Promise<{ hash: string; name: string }> {
  const [hash, form] = [randomUUID(), new FormData()]
  form.append('file', new Blob([new Uint8Array(bytes)]), name)
  await client.call('POST', `/pub/v1/disk/file/upload?hash=${hash}`, form)
  return { hash, name }
}

export const scan = (client: Client, line: string) => upload(client, 'scan.pdf', pdfOf(line, scanBytes))

/** Creates an element and returns it. */
export async function create(client: Client, path: string, context: object): Promise<Answer> {
  return (await client.call('POST', `/pub/v1/app/${path}/create`, { context })).item
}

/** Completes the task of a person at an element of the diagram, in the instances that run for an element. */
export async function completeFor(person: Client, given: { item: string; at: string }, body: object): Promise<void> {
  const { user } = await person.call('GET', '/api/v1/me')
  const path = `/api/v1/tasks?itemId=${given.item}&elementId=${given.at}`
  const task = await soon(async () => {
    const { result } = await person.call('GET', path)
    const isOwn = ({ performers }: Answer) => performers.some((one: Answer) => (one.id ?? one) === user.id)
    return result.result.find(isOwn) ?? result.result[0]
  })
  await person.call('POST', `/api/v1/tasks/${task.id}/complete`, body)
}

/** Advances the clock of the server and waits for everything that is due by then. */
export const advance = (client: Client, by: string) => client.call('POST', '/api/v1/clock/advance', { by })
