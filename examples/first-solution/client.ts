// Asks for a laptop and prints the open requests: node client.ts. `npx chancery types` writes chancery-types.ts.
import { type Applications, type Operations, operations, type Values } from './chancery-types.ts'

const { CHANCERY_URL = 'http://127.0.0.1:8080', CHANCERY_TOKEN } = process.env
type Input = { params?: Record<string, string>; body?: unknown }

async function call<Name extends keyof Operations>(name: Name, input: Operations[Name]['input'] & Input) {
  const [method, path] = operations[name].split(' ') as [string, string]
  const address = path.replaceAll(/\{(\w+)\}/g, (_match, key: string) => encodeURIComponent(input.params![key]!))
  const headers = { authorization: `Bearer ${CHANCERY_TOKEN}` }
  const body = method === 'GET' ? null : JSON.stringify(input.body ?? {})
  const response = await fetch(CHANCERY_URL + address, { method, headers, body })
  const answer = (await response.json()) as Operations[Name]['result'] & { success: boolean; error: string }
  if (!answer.success) throw new Error(answer.error)
  return answer
}

const params = { namespace: 'desk', code: 'requests' }
const context: Values<'desk.requests'> = { title: 'Laptop', cost: 1500, needed: '2026-09-01T00:00:00Z' }
await call('createElement', { params, body: { context } })
const { result } = await call('listElements', { params, body: { active: true, statusCode: ['new', 'checking'] } })
const requests = result.result as readonly unknown[] as readonly Applications['desk.requests'][]
for (const { title, cost, needed } of requests) console.log(title, cost, needed)
