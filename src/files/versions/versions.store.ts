import type { Reader, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { FreeName } from '../permanent/free-name.ts'

export interface VersionView {
  /** From 1 on, without gaps. */
  readonly no: number
  /** Bytes. */
  readonly size: number
  /** Lower-case hex. */
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

/** The newest first. */
export async function versionsOf(reader: Reader, file: string, limit: number): Promise<VersionView[]> {
  const rows = await reader.rows<Row>(sql`
    select ${columns} from file_version where file = ${file} order by no desc limit ${limit}`)
  return rows.map(view)
}

export async function versionOf(reader: Reader, file: string, no: number): Promise<VersionView | undefined> {
  const row = await reader.row<Row>(sql`select ${columns} from file_version where file = ${file} and no = ${no}`)
  return row && view(row)
}

/** The version that the user made of this upload; the first came about with the file, and is none of these. */
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

export interface HeldFile {
  readonly directory: string
  readonly name: string
  readonly version: number
}

/** The file as it is now, under a lock; undefined when it is gone. */
export async function holdForVersion(tx: Tx, id: string): Promise<HeldFile | undefined> {
  return tx.row<HeldFile>(sql`
    select directory::text, name, version from file where id = ${id} and deleted_at is null for update`)
}

/** `free`: another name for the file. */
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
