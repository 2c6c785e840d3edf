/** Smaller ones are not worth it, and may be texts that somebody keeps. */
const leastBytes = 16 * 1024

/**
 * Gives the memory of a chunk back at once; to be called by the last who holds it, since it is empty afterwards.
 * Left to the collector, chunks make it look through the whole heap every 64 MB: for a file of a GB that costs as
 * much as its hash. A chunk that is only a part of its memory stays as it is.
 */
export function freeChunk({ buffer, byteLength }: Uint8Array): void {
  if (byteLength < leastBytes || byteLength < buffer.byteLength || !(buffer instanceof ArrayBuffer)) return
  buffer.transfer(0)
}
