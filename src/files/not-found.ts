import { directoryNotFound, fileNotFound, uploadNotFound } from './errors.ts'

// The same message is used for an object that does not exist and for one that the caller may not see.

export function unknownFile(id: string): Error {
  return fileNotFound(`file ${shorten(id)} not found`)
}

export function unknownDirectory(id: string): Error {
  return directoryNotFound(`directory ${shorten(id)} not found`)
}

/** Returns the error for a hash that belongs to neither an upload nor a file visible to the caller. */
export function unknownUpload(hash: string): Error {
  return uploadNotFound(`upload or file ${shorten(hash)} not found`)
}

/** Shortens an id from a request to 100 characters for an error message. */
const shorten = (id: string): string => id.slice(0, 100)
