import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

// A service that answers the checks of counterparties of the sample: amounts below a million at once, larger ones after
// ten seconds through the restore point. README.md beside this file shows how to use it.
const { PORT = '8095', KEY = 'change-this-key', CHANCERY_TOKEN = '', LATER_MS = '10000' } = process.env
const maxAgeS = 300

const server = createServer(async (request, response) => {
  const body = await text(request)
  if (!isSigned(String(request.headers['chancery-signature'] ?? ''), body)) return response.writeHead(401).end()
  const { input, restoreUrl } = JSON.parse(body)
  if (input.amount < 1_000_000) return response.end(JSON.stringify({ output: { result: 'clean' } }))
  response.writeHead(202).end()
  setTimeout(() => void restore(restoreUrl), Number(LATER_MS))
})
server.listen(Number(PORT), '127.0.0.1', () => console.log(`The service listens on http://127.0.0.1:${PORT}`))

/** Sends the answer to a check that was accepted with 202. Sending the answer twice has no effect. */
async function restore(url: string): Promise<void> {
  const body = JSON.stringify({ context: { result: 'doubtful' } })
  const response = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${CHANCERY_TOKEN}` }, body })
  console.log(`The answer to ${url} was answered ${response.status}`)
}

/** Returns whether the request is signed with the key and was sent recently. */
function isSigned(header: string, body: string): boolean {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? []
  if (t === undefined || Math.abs(Date.now() / 1000 - Number(t)) > maxAgeS) return false
  const expected = createHmac('sha256', KEY).update(`${t}.${body}`).digest()
  return timingSafeEqual(expected, Buffer.from(v1!, 'hex'))
}
