/** Minimum size in bytes. Smaller chunks are not worth freeing, and may belong to a text that is still in use. */
const minBytes = 16 * 1024

/**
 * Frees the memory of a chunk at once. Only the last user of the chunk may call this, since the chunk is empty
 * afterwards. Garbage collection of chunks would scan the whole heap every 64 MB, which for a file of 1 GB costs as
 * much as hashing it. A chunk that is only part of a buffer is left unchanged.
 */
export function freeChunk({ buffer, byteLength }: Uint8Array): void {
  if (byteLength < minBytes || byteLength < buffer.byteLength || !(buffer instanceof ArrayBuffer)) return
  buffer.transfer(0)
}
