import type { Readable } from 'node:stream'
import type { Reader, Tx } from '../db/database.ts'

export type RetentionKindName = 'instances' | 'imports' | 'batches'

/** How long ended work is kept. */
export interface RetentionRule {
  /** The path of the process, such as `docs.approve`; null for imports and batches. */
  readonly process: string | null
  /** Number of days after the end; at least 1. */
  readonly days: number
  /** Whether the process or the installation sets the number of days. */
  readonly from: 'process' | 'installation'
}

/** A unit that may be removed: an instance with the instances that it called, an import, or a batch. */
export interface DueUnit {
  readonly id: string
  /** Time of the creation, by which units are ordered. */
  readonly at: string
}

/** A line of an export, without the line break. */
export interface ExportLine {
  readonly unit: string
  readonly text: string
  /**
   * The id of the row that is compared again when it is removed; undefined for lines of rows that never change. The ids
   * in the text of such a line are the objects that the unit refers to.
   */
  readonly row?: string
}

/** A kind of ended work that can be removed. */
export interface RetentionKind<Rule extends RetentionRule = RetentionRule> {
  readonly kind: RetentionKindName
  /** Returns the rules by which something is removed; none where everything is kept. */
  rules(): Promise<readonly Rule[]>
  /** Returns the number of units that are due at a time. */
  count(reader: Reader, rule: Rule, now: Date): Promise<number>
  /**
   * Returns the units that are due at a time and come after another one, the oldest first. One transaction removes all
   * of them, so they are few.
   */
  next(
    reader: Reader,
    rule: Rule,
    page: { readonly now: Date; readonly after: DueUnit | undefined },
  ): Promise<DueUnit[]>
  /** Returns everything that the units consist of, as JSON. */
  lines(reader: Reader, units: readonly string[]): AsyncIterable<ExportLine>
  /** Returns units under a legal hold that cannot be found by the ids in their exported rows. */
  held(reader: Reader, units: readonly string[]): Promise<readonly string[]>
  /**
   * Locks the units and removes them. Removes nothing and returns undefined unless the rows with these MD5 digests, by
   * their ids, are exactly the rows of the units. Otherwise returns the ids by which `clear` finds rows that are left;
   * none where everything is removed.
   */
  remove(tx: Tx, units: readonly string[], digests: ReadonlyMap<string, string>): Promise<readonly string[] | undefined>
  /**
   * Deletes some of the rows that removed units have left, because there may be millions of them. Returns whether none
   * is left. Absent where `remove` deletes everything.
   */
  clear?(tx: Tx, remaining: readonly string[]): Promise<boolean>
}

/** The place where exports are kept. */
export interface ExportStore {
  /** Stores bytes durably, reads them again and compares them. Bytes that no export names are removed an hour later. */
  keep(chunks: AsyncIterable<Buffer>): Promise<{ readonly sha256: Buffer; readonly bytes: number }>
  /** Opens stored bytes for reading; the stream fails when they were changed. */
  read(sha256: string, bytes: number): Promise<Readable>
}
