/** Kind of a span: an answered request, a request to another system, a job, or other work. */
type SpanKind = 'server' | 'client' | 'consumer' | 'internal'

interface SpanSettings {
  readonly name: string
  readonly kind: SpanKind
  readonly attributes?: Readonly<Record<string, string | number | boolean>>
  /** Header `traceparent` of W3C Trace Context, whose trace the span continues. An invalid header is ignored. */
  readonly traceparent?: string | undefined
}

/** Records how long parts of the work take, below the request or job that they belong to. */
export interface Tracing {
  /** Runs `work` in a span, below the span in which the caller runs. An error that `work` throws marks the span. */
  span<T>(settings: SpanSettings, work: () => Promise<T>): Promise<T>
}

/** Records nothing and costs nothing. */
export const noTracing: Tracing = { span: (_settings, work) => work() }
