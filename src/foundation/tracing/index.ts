// Tracing: spans of requests, statements, transactions, jobs and outbound requests, sent to a collector of
// OpenTelemetry.

import type { OpenTracing, TracingSettings } from './open-tracing.ts'
import { noTracing } from './span.ts'

export { noTracing, type Tracing } from './span.ts'

/** Opens tracing. The libraries are loaded only when there is a collector, so that other starts cost nothing. */
export async function openTracing(settings: TracingSettings | undefined): Promise<OpenTracing> {
  if (settings === undefined) return { ...noTracing, close: async () => {} }
  const { openTelemetry } = await import('./open-telemetry.ts')
  return openTelemetry(settings)
}
