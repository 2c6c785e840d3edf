import type { Reader, Tx } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'
import type { FreeName } from '../permanent/free-names.ts'

export interface VersionView {
  /** The number of the version, from 1 without gaps. */
  readonly no: number
  /** The size in bytes. */
  readonly size: number
  /** The SHA-256 in lower-case hex. */
  readonly sha256: string
  readonly mime: string
  readonly createdAt: string
  readonly createdBy: string
}

interface Row extends Omit<VersionView, 'size'> {
  readonly size: string
}

const columns = sql`no, size, encode(sha256, 'hex') as sha256, mime, wire_time(created_at) as "createdAt",
  created_by::text as "createdBy"`

const view = (row: Row): VersionView => ({ ...row, size: Number(row.size) })

/** Returns the versions of a file, newest first. */
export async function versionsOf(reader: Reader, file: string, limit: number): Promise<VersionView[]> {
  const rows = await reader.rows<Row>(sql`
    select ${columns} from file_version where file = ${file} order by no desc limit ${limit}`)
  return rows.map(view)
}

export async function versionOf(reader: Reader, file: string, no: number): Promise<VersionView | undefined> {
  const row = await reader.row<Row>(sql`select ${columns} from file_version where file = ${file} and no = ${no}`)
  return row && view(row)
}

/** Returns the version that the user made from this upload. Version 1 is left out, since it was made with the file. */
export async function versionOfUpload(
  reader: Reader,
  file: string,
  upload: { hash: string; userId: string },
): Promise<VersionView | undefined> {
  const row = await reader.row<Row>(sql`
    select ${columns} from file_version
    where file = ${file} and hash = ${upload.hash} and created_by = ${upload.userId} and no > 1
    order by no desc limit 1`)
  return row && view(row)
}

export interface LockedFile {
  readonly directory: string
  readonly name: string
  readonly version: number
}

/** Locks a file and returns its current state; undefined when it does not exist or is deleted. */
export async function lockForVersion(tx: Tx, id: string): Promise<LockedFile | undefined> {
  return tx.row<LockedFile>(sql`
    select directory::text, name, version from file where id = ${id} and deleted_at is null for update`)
}

/** Sets the current version of a file; `free` also renames the file. */
export async function setVersion(
  tx: Tx,
  file: { id: string; no: number; free?: FreeName | undefined },
  by: string,
  now: Date,
): Promise<void> {
  const { id, no, free } = file
  const renamed = free === undefined ? sql`` : sql`, name = ${free.name}, name_key = ${free.nameKey}`
  await tx.rows(sql`
    update file set version = ${no}, updated_at = ${now}, updated_by = ${by} ${renamed} where id = ${id}`)
}

/** The current version of a file. */
export interface HeldVersion {
  /** The id and the name of the file. */
  readonly id: string
  readonly name: string
  readonly version: number
  /** The SHA-256 of the version in lower-case hex. */
  readonly sha256: string
}

/** Returns the current version of a locked file. */
export async function currentVersion(reader: Reader, id: string): Promise<HeldVersion | undefined> {
  return reader.row<HeldVersion>(sql`
    select f.id::text, f.name, f.version, encode(v.sha256, 'hex') as sha256
    from file f join file_version v on v.file = f.id and v.no = f.version where f.id = ${id}`)
}
