import type { EventEmitter } from 'node:events'

/**
 * Adds an empty error listener to a stream, socket or worker and returns the object. Without a listener, an error
 * before the reader is attached or after it has left would end the process. A reader still receives every error. Call
 * this in the same tick in which the object is created.
 */
export function withErrorListener<T extends EventEmitter | NodeJS.EventEmitter>(stream: T): T {
  stream.on('error', () => {})
  return stream
}
