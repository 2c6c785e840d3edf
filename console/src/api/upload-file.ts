import { ApiError } from './api-error.ts'
import { answerLanguage, call } from './call.ts'

/** An upload in temporary storage. A field of the type FILE or IMAGE accepts it in place of the id of a file. */
export interface Upload {
  readonly name: string
  readonly hash: string
}

/**
 * Sends the bytes of a file to an upload link and returns the upload. `onProgress` gets the share that was sent, from 0
 * to 1. Throws `ApiError`.
 */
export async function uploadFile(
  file: File,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
): Promise<Upload> {
  const hash = randomId()
  const { items } = await call('createUploadLinks', { body: { hashesList: [hash] } })
  const link = items[0]?.link
  if (link === undefined) throw new ApiError(0, { error: 'the server gave no link' })
  await send(new URL(link).pathname, file, onProgress, signal)
  return { name: file.name, hash }
}

function send(path: string, file: File, onProgress: (share: number) => void, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    // fetch cannot report how much of a body was sent.
    const request = new XMLHttpRequest()
    request.open('PUT', path)
    request.setRequestHeader('accept-language', answerLanguage.get())
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.setRequestHeader('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total)
    request.onload = () => (request.status < 300 ? resolve() : reject(new ApiError(request.status, answerOf(request))))
    request.onerror = () => reject(new ApiError(0, { code: 'network' }))
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}

function answerOf({ responseText }: XMLHttpRequest): Record<string, unknown> {
  try {
    return JSON.parse(responseText)
  } catch {
    return {}
  }
}

/** Returns a random UUID, also on plain HTTP, where `crypto.randomUUID` does not exist. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
