import type { Files } from '../../../files/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import type { Database } from '../../../foundation/db/database.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import { isUuid } from '../../../foundation/kit/ids.ts'
import { fileOnDisk } from '../../../foundation/kit/source-file.ts'
import type { Caller } from '../../../people/index.ts'
import type { Application } from '../../applications/application.ts'
import { rightMissing } from '../../elements/rights/refusals.ts'
import type {
  ApplicationAddress,
  OpenApplication,
  OpenedApplication,
} from '../../elements/source/opened-application.ts'
import { unknownFile } from '../errors.ts'
import { isKnown, readOptions } from '../options.ts'
import type { ReadOptions } from '../read/table.ts'
import { type SavedMapping, savedMapping, saveMapping } from './mappings.store.ts'
import { type FilePreview, previewFile } from './preview-file.ts'

interface PreviewInput extends ReadOptions {
  /** The hash under which the caller uploaded the file. */
  readonly fileHash: string
}

export interface PreviewDeps {
  readonly database: Database
  readonly clock: Clock
  readonly files: Pick<Files, 'temporaryByHash'>
  readonly open: OpenApplication
}

/** Previews of files before an import, and the saved mappings of callers. */
export class ImportPreviews {
  readonly #deps: PreviewDeps

  constructor(deps: PreviewDeps) {
    this.#deps = deps
  }

  async preview(
    caller: Caller,
    address: ApplicationAddress,
    { fileHash, ...options }: PreviewInput,
  ): Promise<FilePreview> {
    const { files, open } = this.#deps
    const { visible } = openToImport(open, caller, address)
    const file = isUuid(fileHash) ? await files.temporaryByHash(caller.userId, fileHash.toLowerCase()) : undefined
    const source = file && (await fileOnDisk(file.path).catch(() => undefined))
    if (source === undefined)
      throw unknownFile(`no complete upload of yours has the hash ${fileHash.slice(0, 100)}; upload the file again`, {
        field: 'fileHash',
      })
    const saved = await this.mapping(caller, address)
    return previewFile(source, options, visible, saved?.mapping)
  }

  /**
   * Returns the caller's saved mapping, without fields that no longer exist for the caller; undefined when none is
   * saved.
   */
  async mapping(caller: Caller, address: ApplicationAddress): Promise<SavedMapping | undefined> {
    const { application, visible } = openToImport(this.#deps.open, caller, address)
    const saved = await savedMapping(this.#deps.database.reader, caller.userId, application.id)
    return saved && withKnownFields(saved, visible)
  }

  async saveMapping(
    caller: Caller,
    address: ApplicationAddress,
    { mapping: columns, mode, key }: SavedMapping,
  ): Promise<SavedMapping> {
    const { database, clock, open } = this.#deps
    const { application, visible } = openToImport(open, caller, address)
    const saved = { mapping: columns, ...(mode && { mode }), ...(key && key.length > 0 && { key }) }
    readOptions(visible, { ...saved, mode: 'create' })
    await database.transaction(async (tx) => {
      const before = await savedMapping(tx, caller.userId, application.id)
      await saveMapping(tx, {
        userId: caller.userId,
        app: application.id,
        mapping: saved,
        at: new Date(clock.nowMs()),
      })
      const object = `import-mapping:${application.namespace}.${application.code}`
      await recordAudit(tx, caller, { object, ...(before && { before: { ...before } }), after: saved })
    })
    return saved
  }
}

function openToImport(open: OpenApplication, caller: Caller, address: ApplicationAddress): OpenedApplication {
  const opened = open(caller, address)
  if (opened.authority.rows('import') === false) throw rightMissing('import', opened.application)
  return opened
}

function withKnownFields({ mapping, mode, key }: SavedMapping, application: Application): SavedMapping {
  const entries = Object.entries(mapping).filter(([, code]) => isKnown(application, code))
  return { mapping: Object.fromEntries(entries), mode, key: key?.filter((code) => isKnown(application, code)) }
}
