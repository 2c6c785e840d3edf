import type { Reader } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { LiveSource, VersionRow } from '../live/index.ts'

/** Returns the source that reports the progress of runs to the clients that watch their jobs. */
export const retentionLiveSources = (reader: Reader): readonly LiveSource[] => [
  {
    kind: 'job',
    versions: (ids) =>
      reader.rows<VersionRow>(sql`
        select id::text as id, concat_ws('/', state, total, removed, kept) as version
        from retention_run where id = any (${ids}::uuid[])`),
  },
]
