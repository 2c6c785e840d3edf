import { directoryNotFound, fileNotFound, uploadNotFound } from './errors.ts'

// In the same words for what is not there and for what the caller may not see.

export function fileMissing(id: string): Error {
  return fileNotFound(`file ${shorten(id)} not found`)
}

export function directoryMissing(id: string): Error {
  return directoryNotFound(`directory ${shorten(id)} not found`)
}

/** `hash`: of an upload of the caller, or of a file. */
export function uploadMissing(hash: string): Error {
  return uploadNotFound(`upload or file ${shorten(hash)} not found`)
}

/** An answer need not repeat all that was sent in the place of an id. */
const shorten = (id: string): string => id.slice(0, 100)
