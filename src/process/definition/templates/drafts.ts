import { createHash } from 'node:crypto'
import { recordAudit } from '../../../foundation/audit/index.ts'
import type { Caller } from '../../../people/index.ts'
import { type Address, definitionPath } from '../../../solutions/index.ts'
import { maxCodeChars, templateCode } from './compile-template.ts'
import { draftChanged, draftNotFound, processInvalid } from './errors.ts'
import { checkPlace } from './examine-file.ts'
import type { PublishDeps } from './publish-by-hand.ts'
import { type DraftRow, deleteDraft, draftRow, putDraft } from './rows/drafts.store.ts'

interface DraftInput {
  readonly xml: string
  readonly baseVersion?: number | null | undefined
}

/** Drafts of BPMN files, one per process; they are neither checked nor executed. */
export interface Drafts {
  /** Returns the draft of a process; undefined when it has none. */
  get(caller: Caller, address: Address): Promise<DraftRow | undefined>
  /**
   * Writes the draft of a process and returns it. Throws `process.draft_changed` when the draft has another revision
   * than `expected`, where 0 means that there is none; undefined replaces any draft.
   */
  put(caller: Caller, address: Address, draft: DraftInput, expected: number | undefined): Promise<DraftRow>
  /** Deletes the draft of a process. Throws `process.draft_not_found` and `process.draft_changed`. */
  delete(caller: Caller, address: Address, expected: number | undefined): Promise<void>
}

export function createDrafts({ database, clock, apps }: Pick<PublishDeps, 'database' | 'clock' | 'apps'>): Drafts {
  const missing = (address: Address): Error => draftNotFound(`the process "${definitionPath(address)}" has no draft`)
  const changed = (address: Address): Error =>
    draftChanged(`the draft of "${definitionPath(address)}" was changed meanwhile; read it again`)
  const objectOf = (address: Address): string => `process_draft:${definitionPath(address)}`

  return {
    async get(caller, address) {
      checkPlace(apps, caller, address)
      return draftRow(database.reader, address)
    },
    put(caller, address, { xml, baseVersion = null }, expected) {
      checkPlace(apps, caller, address)
      refuseCode(address)
      return database.transaction(async (tx) => {
        const at = new Date(clock.nowMs())
        const write = { xml, baseVersion, at, by: caller.userId, expected }
        const revision = await putDraft(tx, address, write)
        if (revision === undefined) throw changed(address)
        const hash = createHash('sha256').update(xml).digest('hex')
        await recordAudit(tx, caller, { object: objectOf(address), after: { revision, hash, baseVersion } })
        return (await draftRow(tx, address))!
      })
    },
    async delete(caller, address, expected) {
      checkPlace(apps, caller, address)
      await database.transaction(async (tx) => {
        const before = await draftRow(tx, address)
        if (before === undefined) throw missing(address)
        if (!(await deleteDraft(tx, address, expected))) throw changed(address)
        const { revision, baseVersion } = before
        await recordAudit(tx, caller, { object: objectOf(address), before: { revision, baseVersion } })
      })
    },
  }
}

function refuseCode({ code }: Address): void {
  if (templateCode.test(code) && code.length <= maxCodeChars) return
  const message = `a process code must match ${templateCode.source} and have at most ${maxCodeChars} characters`
  throw processInvalid(message, { problems: [{ message }] })
}
