import { connect } from 'node:net'
import type { Requests } from './requests.ts'

// A child process that gets one list of requests from its parent, sends them, and returns how long they took.
process.once('message', async ({ url: address, token, connections, method, paths, body }: Requests) => {
  const url = new URL(address)
  const head = `host: ${url.host}\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n`
  const tail = body === '' ? '\r\n' : `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  const next = paths.values()
  const latenciesMs: number[] = []
  let failure: string | undefined

  const speak = (): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect(Number(url.port), url.hostname)
      let pending: Buffer = Buffer.alloc(0)
      let sentMs = 0
      const request = (): void => {
        const { value: path, done } = next.next()
        if (done || failure !== undefined) {
          socket.end()
          return
        }
        sentMs = performance.now()
        socket.write(`${method} ${path} HTTP/1.1\r\n${head}${tail}`)
      }
      const fail = (what: string): void => {
        failure ??= what
        socket.destroy()
      }
      socket.setNoDelay()
      socket.on('connect', request)
      socket.on('error', (error) => fail(error.message))
      socket.on('close', () => resolve())
      socket.on('data', (bytes: Buffer) => {
        pending = pending.length === 0 ? bytes : Buffer.concat([pending, bytes])
        const end = pending.indexOf('\r\n\r\n')
        if (end < 0) return
        const answer = pending.toString('latin1', 0, end)
        if (!answer.startsWith('HTTP/1.1 200')) return fail(`${answer}\n${pending.toString('utf8', end)}`)
        const length = /content-length: (\d+)/i.exec(answer)?.[1]
        if (length === undefined) return fail('an answer has no content-length')
        if (pending.length < end + 4 + Number(length)) return
        pending = Buffer.alloc(0)
        latenciesMs.push(performance.now() - sentMs)
        request()
      })
    })

  const beganMs = performance.now()
  await Promise.all(Array.from({ length: connections }, speak))
  const ms = performance.now() - beganMs
  process.send!({ ms, latenciesMs: latenciesMs.sort((a, b) => a - b), failure }, () => process.disconnect!())
})
