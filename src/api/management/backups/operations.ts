import { type Static, Type } from 'typebox'
import { type Backup, backupElsewhere, backupNotFound, backupNotReady } from '../../../foundation/backup/index.ts'
import type { Operation } from '../../../foundation/http/operation.ts'
import { nilId } from '../../../foundation/kit/ids.ts'
import { type Context, operation } from '../../operation.ts'
import { IdParams, NoParams, Nothing, orNull, Time, Uuid } from '../../v1/schemas.ts'

const Count = (description: string) => orNull(Type.Number({ minimum: 0, description }))

/** A backup and its archive. */
const BackupView = Type.Object(
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

function viewOf({ counts, createdBy, ...backup }: Backup): Static<typeof BackupView> {
  const { tables = null, rows = null, files = null, missingFiles = null } = counts ?? {}
  return { ...backup, createdBy: createdBy === nilId ? null : createdBy, tables, rows, files, missingFiles }
}

const createBackup = operation({
  name: 'createBackup',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/backups',
  summary: 'Start a backup',
  description:
    'Starts to write the whole installation to an archive, while the server continues to work. Returns the backup that is ' +
    'being made if there is one already. `getBackup` shows the progress.',
  right: 'administrator',
  params: NoParams,
  result: Type.Object({
    backup: BackupView,
    isNew: Type.Boolean({ description: 'Whether this request started the backup.' }),
  }),
  handle: async (_request, { caller, backups }) => {
    const { backup, isNew } = await backups.create(caller)
    return { backup: viewOf(backup), isNew }
  },
})

const listBackups = operation({
  name: 'listBackups',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/backups',
  summary: 'List the backups',
  description: 'Returns the newest 500 backups, the newest first, and the schedule of the settings.',
  right: 'administrator',
  params: NoParams,
  result: Type.Object({
    backups: Type.Array(BackupView),
    schedule: orNull(
      Type.Object(
        {
          at: Type.String({ description: 'Time of day, such as `02:30`.' }),
          timeZone: Type.String(),
          keep: Type.Integer({ description: 'Number of archives of the schedule that are kept.' }),
        },
        { description: 'When backups are made without a request; null for never.' },
      ),
    ),
  }),
  handle: async (_request, { backups }) => ({
    backups: (await backups.list()).map(viewOf),
    schedule: backups.schedule ?? null,
  }),
})

const getBackup = operation({
  name: 'getBackup',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/backups/{id}',
  summary: 'Get the state and the progress of a backup',
  description:
    'Returns a backup: its state, its progress while it is made, and the size and checksum of its archive afterwards.',
  right: 'administrator',
  params: IdParams,
  result: Type.Object({ backup: BackupView }),
  errors: [backupNotFound],
  handle: async ({ params: { id } }, { backups }) => ({ backup: viewOf(await backups.get(id)) }),
})

const downloadBackup = operation({
  name: 'downloadBackup',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/backups/{id}/download',
  summary: 'Download the archive of a backup',
  description:
    'The archive contains all data of the installation, including secrets of modules, hashes of passwords and tokens, ' +
    'and signing keys. Store it as safely as the database.',
  right: 'administrator',
  params: IdParams,
  result: Type.String({ format: 'binary' }),
  media: 'application/x-tar',
  errors: [backupNotFound, backupNotReady, backupElsewhere],
  handle: async ({ params: { id }, reply }, { caller, backups }) => {
    const { name, bytes, stream } = await backups.open(caller, id)
    reply.header('content-type', 'application/x-tar')
    reply.header('content-length', String(bytes))
    reply.header('content-disposition', `attachment; filename="${name}"`)
    reply.header('cache-control', 'no-store')
    return stream
  },
})

const deleteBackup = operation({
  name: 'deleteBackup',
  area: 'Management',
  methods: ['DELETE'],
  path: '/api/v1/backups/{id}',
  summary: 'Delete a backup and its archive',
  description: 'Cancels the backup if it is being made.',
  right: 'administrator',
  params: IdParams,
  result: Nothing,
  errors: [backupNotFound],
  handle: async ({ params: { id } }, { caller, backups }) => {
    await backups.delete(caller, id)
    return {}
  },
})

/** Operations of the management API on backups. */
export const backupOperations: readonly Operation<Context>[] = [
  createBackup,
  listBackups,
  getBackup,
  downloadBackup,
  deleteBackup,
]
