import type { Call } from '../api-client.ts'

/** Publishes a diagram as a process of the namespace docs. Throws with the problems of the diagram. */
export async function publish(call: Call, code: string, xml: string): Promise<void> {
  const answer = await call('POST', `/api/v1/processes/docs/${code}/publish`, xml)
  if (answer.status !== 200) throw new Error(`${code} was not published: ${JSON.stringify(answer.body)}`)
}
