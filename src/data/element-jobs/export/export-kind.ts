import type { JobKind, TrackedJob } from '../../../foundation/jobs/index.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { rightMissing } from '../../elements/rights/refusals.ts'
import type { ElementJobsDeps } from '../element-jobs-deps.ts'
import { type ElementJobSettings, elementKind, settingsOf, userOf } from '../element-kinds.ts'
import { type ExportSettings, exportElements } from './export-elements.ts'

const operation = 'exportElements'
/** The maximum number of elements that are in memory at once. */
const elementsAtOnce = 200
/** How long the file of an export is kept, in milliseconds. */
const fileRetentionMs = 24 * 60 * 60 * 1000

/** The file of an export, stored as an upload of the user under `hash`. */
interface ExportedFile {
  readonly hash: string
  readonly name: string
  readonly bytes: number
}

const fileOf = ({ result }: TrackedJob): ExportedFile | undefined => result.file as ExportedFile | undefined

/**
 * Creates the kind of jobs that write elements into a file. An interrupted job writes the file again from the
 * beginning.
 */
export function createExportKind(deps: ElementJobsDeps): JobKind {
  const { database, clock, open, files, tell } = deps
  const linkOf = async (job: TrackedJob, hash: string): Promise<string> =>
    files.downloadLinks.ofHash(await userOf(deps, job, operation), hash)
  return {
    name: 'export',
    ...elementKind(tell, (job) => fileOf(job)?.name ?? null),
    async work(run) {
      const { job, signal } = run
      const settings = settingsOf<ElementJobSettings & ExportSettings>(job)
      const caller = await userOf(deps, job, operation)
      const opened = open(caller, settings)
      if (opened.authority.rows('export') === false) throw rightMissing('export', opened.application)
      await run.commit(async () => ({ processed: 0 }))

      async function* parts(): AsyncGenerator<readonly string[]> {
        while (run.job.processed < job.total) {
          signal.throwIfAborted()
          const ids = (await run.items(elementsAtOnce)).map(({ subject }) => subject)
          yield ids
          const processed = Math.min(run.job.processed + elementsAtOnce, job.total)
          await run.commit(async () => ({ processed }))
        }
      }

      const nowMs = clock.nowMs()
      const name = `${settings.namespace}-${settings.code}-${new Date(nowMs).toISOString().slice(0, 10)}.${settings.format}`
      const chunks = exportElements({ reader: database.reader, caller, nowMs }, opened, parts(), settings)
      const hash = newId()
      const { id, bytes } = await files.keepUpload(caller, { hash, name, chunks })
      return async (tx) => {
        await files.pin(tx, id, clock.nowMs() + fileRetentionMs)
        return { result: { file: { hash, name, bytes } } }
      }
    },
    /** Only the user who started the export receives the link. */
    async shown(job, { userId }) {
      const file = fileOf(job)
      if (file === undefined) return null
      const { hash, name, bytes } = file
      // The file is removed after a day; the result then has no link.
      const url = job.createdBy === userId ? await linkOf(job, hash).catch(() => null) : null
      return { name, bytes, ...(url !== null && { url }) }
    },
  }
}
