import { instanceNotFound } from './errors.ts'

/** Creates the 404 error for an instance that does not exist or that the caller cannot see. */
export function instanceMissing(id: string): Error {
  return instanceNotFound(`process instance ${id.slice(0, 100)} not found`)
}
