import { once } from 'node:events'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { withErrorListener } from '../kit/error-listener.ts'
import type { Target } from './target.ts'

/** Connects to an IP address; the signal aborts the attempt. */
export type Dial = (address: string, port: number, signal: AbortSignal) => Promise<Socket>

/**
 * Milliseconds for each of several addresses except the last, so that an unreachable address does not use up the time
 * of the others.
 */
const attemptMs = 3_000

export const dialTcp: Dial = async (address, port, signal) => {
  const socket = withErrorListener(connectTcp({ host: address, port }))
  return ready(socket, 'connect', signal)
}

/**
 * Connects to the target at one of the given addresses, which were checked before. Resolves no name again and uses no
 * proxy from the environment. With https the connection is encrypted and the certificate must match the host name.
 */
export async function connect(
  target: Target,
  addresses: readonly string[],
  { dial, ca, signal }: { dial: Dial; ca: string | undefined; signal: AbortSignal },
): Promise<Socket> {
  const socket = await dialOneOf(addresses, target.port, dial, signal)
  if (!target.secure) return socket
  const { host } = target
  const secure = withErrorListener(
    connectTls({
      socket,
      host,
      // An IP address is not a valid server name. The certificate is then checked against `host`.
      servername: isIP(host) > 0 ? '' : host,
      ALPNProtocols: ['http/1.1'],
      rejectUnauthorized: true,
      ...(ca !== undefined && { ca }),
    }),
  )
  return ready(secure, 'secureConnect', signal)
}

async function dialOneOf(addresses: readonly string[], port: number, dial: Dial, signal: AbortSignal): Promise<Socket> {
  const [address, ...others] = addresses
  if (others.length === 0) return dial(address!, port, signal)
  const attempt = new AbortController()
  const stop = (): void => attempt.abort()
  const timer = setTimeout(stop, attemptMs)
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await dial(address!, port, attempt.signal)
  } catch (error) {
    if (signal.aborted) throw error
    return dialOneOf(others, port, dial, signal)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

async function ready<S extends Socket>(socket: S, event: string, signal: AbortSignal): Promise<S> {
  try {
    await once(socket, event, { signal })
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}
