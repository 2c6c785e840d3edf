import type { Files } from '../../../files/index.ts'
import type { Database } from '../../../foundation/db/database.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import type { Caller } from '../../../people/index.ts'
import { rightMissing } from '../../elements/rights/refusals.ts'
import type { OpenApplication } from '../../elements/source/opened-application.ts'
import { addProgress, type ElementJob, type ExportedFile, nextElements, restart } from '../element-jobs.store.ts'
import { type ExportSettings, exportElements } from './export-elements.ts'

/** The maximum number of elements that are in memory at once. */
const elementsAtOnce = 200

export interface RunExportDeps {
  readonly database: Database
  readonly clock: Clock
  readonly open: OpenApplication
  readonly files: Pick<Files, 'keepUpload'>
}

/** The file of an export, and the id of its upload. */
export interface WrittenExport {
  readonly uploadId: string
  readonly file: ExportedFile
}

/** Thrown to end the stream of a file whose job has ended. */
class Ended extends Error {}

/**
 * Writes the file of an export as an upload of the caller, always from the beginning. Returns undefined when the job
 * has ended meanwhile.
 */
export async function runExport(
  { database, clock, open, files }: RunExportDeps,
  job: ElementJob,
  caller: Caller,
  signal?: AbortSignal,
): Promise<WrittenExport | undefined> {
  const opened = open(caller, job)
  if (opened.authority.rows('export') === false) throw rightMissing('export', opened.application)
  await restart(database.single, job.id)

  async function* parts(): AsyncGenerator<readonly string[]> {
    for (let at = 0; at < job.total; at += elementsAtOnce) {
      signal?.throwIfAborted()
      const ids = await nextElements(database.single, job.id, at, elementsAtOnce)
      yield ids
      if (!(await addProgress(database.single, job.id, { processed: ids.length }))) throw new Ended()
    }
  }

  const nowMs = clock.nowMs()
  const settings = job.settings as unknown as ExportSettings
  const name = `${job.namespace}-${job.code}-${new Date(nowMs).toISOString().slice(0, 10)}.${settings.format}`
  const chunks = exportElements({ reader: database.reader, caller, nowMs }, opened, parts(), settings)
  const hash = newId()
  try {
    const { id, bytes } = await files.keepUpload(caller, { hash, name, chunks })
    return { uploadId: id, file: { hash, name, bytes } }
  } catch (error) {
    if (error instanceof Ended) return undefined
    throw error
  }
}
