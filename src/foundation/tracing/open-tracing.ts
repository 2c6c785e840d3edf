import type { Tracing } from './span.ts'

export interface TracingSettings {
  /** Base address of the collector; spans are sent to `/v1/traces` below it. */
  readonly endpoint: string
  readonly serviceName: string
  /** Version of the program, as an attribute of the service. */
  readonly version: string
}

export interface OpenTracing extends Tracing {
  /** Sends the spans that are not sent yet, for at most two seconds, and stops. */
  close(): Promise<void>
}
