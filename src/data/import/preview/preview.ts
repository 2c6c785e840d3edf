import type { Files } from '../../../files/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import type { Database } from '../../../foundation/db/database.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import { isUuid } from '../../../foundation/kit/ids.ts'
import { fileOnDisk } from '../../../foundation/kit/source-file.ts'
import type { Caller } from '../../../people/index.ts'
import type { Application } from '../../applications/application.ts'
import { rightMissing } from '../../elements/rights/refusals.ts'
import type { ApplicationAddress, OpenApplication } from '../../elements/source/opened-application.ts'
import { unknownFile } from '../errors.ts'
import { isKnown, readOptions } from '../options.ts'
import type { ReadOptions } from '../read/table.ts'
import { type SavedMapping, savedMapping, saveMapping } from './mappings.store.ts'
import { type FilePreview, previewFile } from './preview-file.ts'

interface PreviewInput extends ReadOptions {
  /** The hash under which the caller uploaded the file. */
  readonly fileHash: string
}

/** Previews of files before an import, and the saved mappings of callers. */
export interface ImportPreviews {
  preview(caller: Caller, address: ApplicationAddress, input: PreviewInput): Promise<FilePreview>
  /** Returns the caller's saved mapping, without fields that no longer exist; undefined when none is saved. */
  mapping(caller: Caller, address: ApplicationAddress): Promise<SavedMapping | undefined>
  saveMapping(caller: Caller, address: ApplicationAddress, mapping: SavedMapping): Promise<SavedMapping>
}

export interface PreviewDeps {
  readonly database: Database
  readonly clock: Clock
  readonly files: Pick<Files, 'temporaryByHash'>
  readonly open: OpenApplication
}

export function createImportPreviews({ database, clock, files, open }: PreviewDeps): ImportPreviews {
  function opened(caller: Caller, address: ApplicationAddress) {
    const found = open(caller, address)
    if (found.authority.rows('import') === false) throw rightMissing('import', found.application)
    return found
  }

  async function mapping(caller: Caller, address: ApplicationAddress): Promise<SavedMapping | undefined> {
    const { application, visible } = opened(caller, address)
    const saved = await savedMapping(database.reader, caller.userId, application.id)
    return saved && withKnownFields(saved, visible)
  }

  return {
    mapping,
    async preview(caller, address, { fileHash, ...options }) {
      const { visible } = opened(caller, address)
      const file = isUuid(fileHash) ? await files.temporaryByHash(caller.userId, fileHash.toLowerCase()) : undefined
      const source = file && (await fileOnDisk(file.path).catch(() => undefined))
      if (source === undefined)
        throw unknownFile(`no complete upload of yours has the hash ${fileHash.slice(0, 100)}; upload the file again`, {
          field: 'fileHash',
        })
      const saved = await mapping(caller, address)
      return previewFile(source, options, visible, saved?.mapping)
    },
    async saveMapping(caller, address, { mapping: columns, mode, key }) {
      const { application, visible } = opened(caller, address)
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
    },
  }
}

function withKnownFields({ mapping, mode, key }: SavedMapping, application: Application): SavedMapping {
  const entries = Object.entries(mapping).filter(([, code]) => isKnown(application, code))
  return { mapping: Object.fromEntries(entries), mode, key: key?.filter((code) => isKnown(application, code)) }
}
