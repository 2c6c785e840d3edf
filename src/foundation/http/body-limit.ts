import type { Operation } from './operation.ts'

const kib = 1024
const mib = 1024 * kib

/** Maximum for requests without a caller, which send no more than a login and a password. */
const anyoneBytes = 16 * kib
const callerBytes = 4 * mib
/** Maximum for operations that take the texts and tables of an element, or the variables of a process. */
export const elementBytes = 10 * mib

/** Returns the maximum size of an operation's JSON body, in bytes. */
export function maxBodyBytes({ right, maxBodyBytes }: Pick<Operation<never>, 'right' | 'maxBodyBytes'>): number {
  return maxBodyBytes ?? (right === 'anyone' ? anyoneBytes : callerBytes)
}

/** Returns a size as text for messages, such as `10 MiB` or `16 KiB`. */
export function sizeText(bytes: number): string {
  return bytes < mib ? `${bytes / kib} KiB` : `${bytes / mib} MiB`
}
