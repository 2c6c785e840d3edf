import type { EventEmitter } from 'node:events'

/**
 * Adds an error listener to a stream, socket or worker and returns it. An error that comes before its reader does, or
 * after the reader has left, has no other listener, and such an error ends the process. A reader still receives every
 * error. To be called in the same tick in which the stream is made.
 */
export function withErrorListener<T extends EventEmitter | NodeJS.EventEmitter>(stream: T): T {
  stream.on('error', () => {})
  return stream
}
