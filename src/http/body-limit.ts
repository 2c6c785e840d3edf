import type { Operation } from './operation.ts'

const kib = 1024
const mib = 1024 * kib

/** Before anybody is known: a login and a password. */
const anyoneBytes = 16 * kib
const callerBytes = 4 * mib
/** Texts and tables of an element. */
export const elementBytes = 10 * mib

/** The longest JSON body that an operation reads. */
export function maxBodyBytes({ right, maxBodyBytes }: Pick<Operation<never>, 'right' | 'maxBodyBytes'>): number {
  return maxBodyBytes ?? (right === 'anyone' ? anyoneBytes : callerBytes)
}

/** `10 MiB` or `16 KiB`, for sentences. */
export function sizeText(bytes: number): string {
  return bytes < mib ? `${bytes / kib} KiB` : `${bytes / mib} MiB`
}
