import { connect, type Socket } from 'node:net'

/** Requests that one process sends, each as the bytes of an HTTP request. */
export interface Offer {
  readonly host: string
  readonly port: number
  /** Requests to send in turn. */
  readonly requests: readonly string[]
  /**
   * Either a rate of requests per second, sent whether or not earlier ones have been answered, or a number of
   * connections that each wait for an answer before they send the next request.
   */
  readonly pace: { readonly perSecond: number } | { readonly connections: number }
  readonly seconds: number
  /** Seconds at the beginning that are not counted. */
  readonly warmUpSeconds: number
}

export interface Outcome {
  /** Requests answered with 200 per second. */
  readonly goodPerSecond: number
  readonly offeredPerSecond: number
  /** Number of answers by status; 0 for connections that broke. */
  readonly byStatus: Readonly<Record<number, number>>
  /** Number of answers with status 429 that have no Retry-After. */
  readonly withoutRetryAfter: number
  /** Milliseconds from the moment at which a request was due to its answer, for answers with 200. */
  readonly accepted: { readonly p50Ms: number; readonly p99Ms: number; readonly maxMs: number }
  /** Number of connections that were opened under load. */
  readonly openedLate: number
  /** Number of requests that could not be sent on time because every connection was in use. */
  readonly unsent: number
}

/**
 * The time without answers, in seconds, for which enough connections are opened before the first request, as between a
 * proxy and a server. Node accepts one connection in each turn of its event loop, so a measurement that opens
 * connections under load would measure nothing else.
 */
const openedForSeconds = 4
const maxConnections = 8_000
const tickMs = 4

// A child process that receives one Offer from its parent, carries it out and sends the outcome back.
process.once('message', async (offer: Offer) => {
  process.send!(await carryOut(offer), () => process.disconnect!())
})

async function carryOut({ host, port, requests, pace, seconds, warmUpSeconds }: Offer): Promise<Outcome> {
  let beganMs = performance.now()
  let countFromMs = 0
  let endMs = 0
  const byStatus: Record<number, number> = {}
  const acceptedMs: number[] = []
  const idle: Socket[] = []
  const sockets = new Set<Socket>()
  const dueAt = new WeakMap<Socket, number>()
  let [next, offered, unsent, openedLate, withoutRetryAfter, inFlight] = [0, 0, 0, 0, 0, 0]

  const note = (status: number, dueMs: number): void => {
    if (dueMs < countFromMs) return
    byStatus[status] = (byStatus[status] ?? 0) + 1
    if (status === 200) acceptedMs.push(performance.now() - dueMs)
  }
  const begin = (socket: Socket, dueMs: number): void => {
    dueAt.set(socket, dueMs)
    inFlight++
    socket.write(requests[next++ % requests.length]!)
  }
  const finish = (socket: Socket, status: number): void => {
    note(status, dueAt.get(socket)!)
    dueAt.delete(socket)
    inFlight--
    if ('connections' in pace && performance.now() < endMs) {
      offered++
      begin(socket, performance.now())
    } else idle.push(socket)
  }
  const open = (onOpen: (socket: Socket) => void): void => {
    const socket = connect(port, host, () => onOpen(socket))
    let pending = ''
    sockets.add(socket)
    socket.setNoDelay()
    socket.setEncoding('latin1')
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      const at = idle.indexOf(socket)
      if (at >= 0) idle.splice(at, 1)
      if (!dueAt.has(socket)) return
      inFlight--
      note(0, dueAt.get(socket)!)
    })
    socket.on('data', (text: string) => {
      pending = pending === '' ? text : pending + text
      const head = pending.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = /\r\ncontent-length: (\d+)/i.exec(pending)
      if (length === null || pending.length < head + 4 + Number(length[1])) return
      const status = Number(pending.slice(9, 12))
      if (status === 429 && !/\r\nretry-after: \d/i.test(pending)) withoutRetryAfter++
      pending = ''
      finish(socket, status)
    })
  }
  const send = (dueMs: number): void => {
    offered++
    const socket = idle.pop()
    if (socket !== undefined) begin(socket, dueMs)
    else if (sockets.size >= maxConnections) unsent++
    else {
      openedLate++
      open((opened) => begin(opened, dueMs))
    }
  }

  if ('perSecond' in pace) {
    const count = Math.min(maxConnections, Math.ceil(pace.perSecond * openedForSeconds))
    for (let opened = 0; opened < count; opened++) open((socket) => idle.push(socket))
    while (idle.length < count) await new Promise((resolve) => setTimeout(resolve, 20))
  }
  beganMs = performance.now()
  countFromMs = beganMs + warmUpSeconds * 1000
  endMs = beganMs + seconds * 1000
  if ('connections' in pace) for (let count = 0; count < pace.connections; count++) send(performance.now())
  let due = 0
  while (performance.now() < endMs) {
    await new Promise((resolve) => setTimeout(resolve, tickMs))
    if (!('perSecond' in pace)) continue
    const stepMs = 1000 / pace.perSecond
    for (; beganMs + due * stepMs <= performance.now(); due++) send(beganMs + due * stepMs)
  }
  const lastMs = performance.now()
  while (inFlight > 0 && performance.now() < lastMs + 10_000) await new Promise((resolve) => setTimeout(resolve, 20))
  for (const socket of sockets) socket.destroy()
  acceptedMs.sort((a, b) => a - b)
  const at = (share: number): number => Math.round(acceptedMs[Math.floor((acceptedMs.length - 1) * share)] ?? 0)
  return {
    goodPerSecond: (byStatus[200] ?? 0) / ((lastMs - countFromMs) / 1000),
    offeredPerSecond: offered / ((lastMs - beganMs) / 1000),
    byStatus,
    withoutRetryAfter,
    accepted: { p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) },
    openedLate,
    unsent,
  }
}
