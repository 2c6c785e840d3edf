// Receives webhooks of Chancery: WEBHOOK_SECRET=whsec_… node receiver.js. See docs/webhooks.md.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const key = Buffer.from(process.env.WEBHOOK_SECRET.replace('whsec_', ''), 'base64')
const seen = new Set() // in a real receiver: a unique key in the database

createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray())
  const id = request.headers['webhook-id'] ?? ''
  const timestamp = request.headers['webhook-timestamp'] ?? ''
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  const signatures = (request.headers['webhook-signature'] ?? '')
    .split(' ')
    .map((one) => Buffer.from(one.slice(3), 'base64'))
  const isSigned = signatures.some((one) => one.length === expected.length && timingSafeEqual(one, expected))
  const isFresh = Math.abs(Date.now() / 1000 - Number(timestamp)) < 300
  if (!isSigned || !isFresh) return response.writeHead(401).end()
  if (!seen.has(id)) console.log(JSON.parse(body.toString()))
  seen.add(id)
  response.writeHead(204).end()
}).listen(process.env.PORT ?? 8090, () => console.log('waiting for webhooks'))
