// The 40-line server: HTTP, JSON and the statements of Chancery, without anything else that Chancery does. The parent
// process sends the statements of each operation. A request names its operation and its numbers in the path, so that
// the server can fill the templates of the parameters; its body is parsed as in any server.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import type { BareStatement } from '../capture.ts'
import { fillTemplate } from '../template.ts'
import type { PlainOperation } from './plain.ts'

const operations = new Map<string, readonly BareStatement[]>()
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL!,
  max: Number(process.env.POOL_SIZE),
  options: '-c timezone=UTC -c jit=off',
})

async function answer(path: string, body: string): Promise<string> {
  const [, name, n, v] = path.split('/')
  if (body !== '') JSON.parse(body)
  let result = ''
  for (const [at, { text, values }] of operations.get(name!)!.entries()) {
    const numbers = { n: Number(n), v: Number(v) }
    const filled = values.map((value) => (value?.includes('@') ? fillTemplate(value, numbers) : value))
    const { rows } = await pool.query({ name: `${name}${at}`, text, values: filled, rowMode: 'array' })
    // Other columns and statements return totals and ids.
    for (const cell of rows[0] ?? []) if (String(cell).length > result.length) result = cell
  }
  return `{"result":${result}}`
}

const server = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (chunk) => (body += chunk))
  request.on('end', async () => {
    const [status, text] = await answer(request.url!, body).then(
      (text) => [200, text] as const,
      (error: Error) => [500, error.message] as const,
    )
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    response.end(text)
  })
})
process.on('message', ({ name, statements }: PlainOperation) => {
  operations.set(name, statements)
  process.send!('ready')
})
server.listen(0, '127.0.0.1', () => process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
