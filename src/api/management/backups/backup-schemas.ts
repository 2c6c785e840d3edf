import { type Static, Type } from 'typebox'
import type { Backup } from '../../../foundation/backup/index.ts'
import { nilId } from '../../../foundation/kit/ids.ts'
import { orNull, Time, Uuid } from '../../v1/schemas.ts'

const Count = (description: string) => orNull(Type.Number({ minimum: 0, description }))

/** A backup and its archive. */
export const BackupView = Type.Object(
  {
    id: Uuid,
    name: Type.String({ description: 'Name of the archive.' }),
    state: Type.Enum(['queued', 'running', 'done', 'failed']),
    origin: Type.Enum(['request', 'schedule']),
    createdAt: Time,
    createdBy: orNull(Uuid),
    endedAt: orNull(Time),
    host: orNull(Type.String({ description: 'Host whose backup folder has the archive.' })),
    total: Type.Number({ description: 'Estimated bytes of the tables and files to archive; 0 before the start.' }),
    processed: Type.Number({ description: 'Number of these bytes that are archived.' }),
    bytes: Count('Size of the archive.'),
    sha256: orNull(Type.String({ description: 'SHA-256 of the archive, in hex.' })),
    tables: Count('Number of archived tables.'),
    rows: Count('Number of archived rows.'),
    files: Count('Number of archived contents of files.'),
    missingFiles: Count('Number of contents whose bytes could not be read, because they are lost or damaged.'),
    problem: orNull(Type.String({ description: 'Why the backup failed.' })),
  },
  { title: 'Backup' },
)

export function viewOf({ counts, createdBy, ...backup }: Backup): Static<typeof BackupView> {
  const { tables = null, rows = null, files = null, missingFiles = null } = counts ?? {}
  return { ...backup, createdBy: createdBy === nilId ? null : createdBy, tables, rows, files, missingFiles }
}
