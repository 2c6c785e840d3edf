import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { type Context, isSpanContextValid, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { PlatformError } from '../kit/errors.ts'
import type { OpenTracing, TracingSettings } from './open-tracing.ts'

/** Time limit in ms of one request to the collector, and of sending the last spans when the server stops. */
const exportTimeoutMs = 2_000

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const

/**
 * Opens tracing with the SDK of OpenTelemetry. If the collector does not answer, spans are lost and requests continue.
 */
export function openTelemetry({ endpoint, serviceName, version }: TracingSettings): OpenTracing {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: exportTimeoutMs,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 })],
  })
  const tracer = provider.getTracer('chancery', version)
  const current = new AsyncLocalStorage<Context>()
  return {
    async span({ name, kind, attributes = {}, traceparent }, work) {
      const parent = current.getStore() ?? remoteParent(traceparent)
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, parent)
      try {
        return await current.run(trace.setSpan(parent, span), work)
      } catch (error) {
        // The messages of refusals may quote the request, so only their codes are recorded.
        const code = error instanceof PlatformError ? error.code : error instanceof Error ? error.name : 'unknown'
        span.setAttribute('error.type', code)
        const isFault = !(error instanceof PlatformError) || error.status >= 500
        if (isFault) span.setStatus({ code: SpanStatusCode.ERROR })
        throw error
      } finally {
        span.end()
      }
    },
    async close() {
      await Promise.race([provider.shutdown().catch(() => {}), wait(exportTimeoutMs, undefined, { ref: false })])
    },
  }
}

/** Returns the context that a header `traceparent` names; the root context when the header is absent or invalid. */
function remoteParent(traceparent: string | undefined): Context {
  const found = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-|$)/.exec(traceparent ?? '')
  if (found === null || found[0].startsWith('ff')) return ROOT_CONTEXT
  const [, traceId, spanId, flags] = found as unknown as [string, string, string, string]
  const remote = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
  return isSpanContextValid(remote) ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT
}
