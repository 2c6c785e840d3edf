import type { Table } from '../tables.ts'

export interface Progress {
  /** Reports `done` of `total` units. Throws when the backup was cancelled. */
  report(done: number, total: number): void
}

/** Progress of a backup in bytes. A table counts with its size on the disk, a file with its size. */
export interface Steps {
  /** Reports that more bytes of the current table or file were written. */
  advance(bytes: number): void
  /** Reports that a table is complete, even if its estimated size was wrong. */
  complete(table: Table): void
}

export function stepsOf({ report }: Progress, tables: readonly Table[], fileBytes: number): Steps {
  const total = tables.reduce((sum, { bytes }) => sum + bytes, fileBytes)
  let [complete, current] = [0, 0]
  const tell = (): void => report(Math.min(complete + current, total), total)
  return {
    advance(bytes) {
      current += bytes
      tell()
    },
    complete({ bytes }) {
      complete += bytes
      current = 0
      tell()
    },
  }
}
