import type { ElementEvent } from '../../../src/data/index.ts'
import type { Database, Reader, Tx } from '../../../src/foundation/db/database.ts'
import { Script, sql } from '../../../src/foundation/db/sql.ts'

export const readerNames = ['all', 'published'] as const

/** An event as a reader received it, or as it is stored: a revision, or a version of a file after that revision. */
export interface Note {
  readonly id: string
  readonly rev: string
  /** File and number of a version; empty for a revision. */
  readonly version: string
}

/** An event that a reader received. The table allows duplicates, so that repeated events can be found. */
export interface ReceivedNote extends Note {
  readonly reader: string
  /** Process that ran the reader. */
  readonly process: number
}

export async function createNotes(database: Database): Promise<void> {
  await database.single.rows(
    new Script(`create table if not exists noted_event (no bigint generated always as identity primary key,
      reader text not null, process int not null, id uuid not null, rev bigint not null, version text not null)`),
  )
}

/** Stores the received events with their reader and the id of this process. */
export async function noteEvents(tx: Tx, reader: string, events: readonly ElementEvent[]): Promise<void> {
  const versions = events.map(({ file }) => (file === undefined ? '' : `${file.id} ${file.version}`))
  await tx.rows(sql`
    insert into noted_event (reader, process, id, rev, version)
    select ${reader}, ${process.pid}, e.id, e.rev, e.version
    from unnest(${events.map(({ id }) => id)}::uuid[], ${events.map(({ rev }) => rev)}::bigint[],
      ${versions}::text[]) with ordinality e(id, rev, version, place) order by e.place`)
}

/** Returns all notes in the order in which they were written. */
export async function notes(reader: Reader): Promise<ReceivedNote[]> {
  return reader.rows<ReceivedNote>(sql`select reader, process, id::text, rev, version from noted_event order by no`)
}

/** Returns all changes that are stored. */
export async function storedChanges(reader: Reader): Promise<Note[]> {
  return reader.rows<Note>(sql`
    select id::text, rev, '' as version from element_history
    union all select id::text, rev, file::text || ' ' || version from element_file_version`)
}
