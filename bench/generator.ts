import { connect } from 'node:net'
import { connections, type Load } from './load.ts'
import { fillTemplate, numbersOf } from './template.ts'

// A child process that receives one Load from its parent, runs it and sends the result back.
process.once('message', async (load: Load) => {
  let nextV = load.firstV
  let answered = 0
  let failure: string | undefined
  const url = new URL(load.url)
  const beganMs = performance.now()
  const endMs = beganMs + load.seconds * 1000
  const { token, contentType = 'application/json' } = load
  const head = `host: ${url.host}\r\nauthorization: Bearer ${token}\r\ncontent-type: ${contentType}\r\n`

  const request = (): string => {
    const numbers = numbersOf(nextV++, load.between)
    const body = load.body === undefined ? '' : fillTemplate(load.body, numbers)
    const length = load.body === undefined ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`
    return `${load.method} ${fillTemplate(load.path, numbers)} HTTP/1.1\r\n${head}${length}\r\n${body}`
  }

  const speak = (): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect(Number(url.port), url.hostname, () => socket.write(request()))
      let pending: Buffer = Buffer.alloc(0)
      let bodyLeft = 0
      const answerEnded = (): void => {
        answered++
        if (performance.now() < endMs && failure === undefined) socket.write(request())
        else socket.end()
      }
      const fail = (what: string): void => {
        failure ??= what
        socket.destroy()
      }
      socket.setNoDelay()
      socket.on('error', (error) => fail(error.message))
      socket.on('close', () => resolve())
      socket.on('data', (bytes: Buffer) => {
        if (bodyLeft > 0) {
          bodyLeft -= bytes.length
          if (bodyLeft === 0) answerEnded()
          return
        }
        pending = pending.length === 0 ? bytes : Buffer.concat([pending, bytes])
        const end = pending.indexOf('\r\n\r\n')
        if (end < 0) return
        const answer = pending.toString('latin1', 0, end)
        if (!answer.startsWith('HTTP/1.1 200')) return fail(`${answer}\n${pending.toString('utf8', end)}`)
        bodyLeft = Number(/content-length: (\d+)/i.exec(answer)?.[1]) - (pending.length - end - 4)
        pending = Buffer.alloc(0)
        if (Number.isNaN(bodyLeft)) return fail('an answer has no content-length')
        if (bodyLeft === 0) answerEnded()
      })
    })

  await Promise.all(Array.from({ length: connections }, speak))
  const perSecond = answered / ((performance.now() - beganMs) / 1000)
  process.send!({ perSecond, answers: answered, failure }, () => process.disconnect!())
})
