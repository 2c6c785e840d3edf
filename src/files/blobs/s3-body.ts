import type { IncomingMessage } from 'node:http'

/** An error document of S3 is a few hundred bytes; a longer body comes from a proxy. */
const maxErrorBytes = 64 * 1024
/** A list of 1,000 objects has about 500 KiB. */
const maxResultBytes = 8 * 1024 ** 2

/** Reads the body of an error response; undefined when it is longer than an error document can be. */
export function readErrorBody(response: IncomingMessage): Promise<string | undefined> {
  return readText(response, maxErrorBytes)
}

/** Reads the body of a 2xx response that is no file. Rejects with the code `S3_TOO_LARGE` when it is over 8 MiB. */
export async function readResultBody(response: IncomingMessage): Promise<string> {
  const body = await readText(response, maxResultBytes)
  if (body !== undefined) return body
  throw Object.assign(new Error(`the object store sends more than ${maxResultBytes} bytes`), { code: 'S3_TOO_LARGE' })
}

/** Reads a body as UTF-8. Ends the connection and returns undefined when the body has more than `maxBytes`. */
async function readText(response: IncomingMessage, maxBytes: number): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  // Leaving the loop destroys the response and its connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
