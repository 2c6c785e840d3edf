import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expositionType, type Metrics } from '../foundation/metrics/index.ts'

export interface MetricsAddress {
  readonly host: string
  readonly port: number
}

/**
 * Serves `GET /metrics` without a token at an address of its own, which only the monitoring should reach. Throws when
 * the port is in use.
 */
export async function serveMetrics(metrics: Metrics, { host, port }: MetricsAddress) {
  const server = createServer((request, response) => {
    const answer = (status: number, type: string, text: string): void =>
      void response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text)
    if (request.url?.split('?', 1)[0] !== '/metrics') return answer(404, 'text/plain', 'metrics are at /metrics\n')
    if (request.method !== 'GET') return answer(405, 'text/plain', 'use GET\n')
    metrics.text().then(
      (text) => answer(200, expositionType, text),
      () => answer(500, 'text/plain', 'the metrics cannot be read\n'),
    )
  })
  server.listen({ host, port })
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
