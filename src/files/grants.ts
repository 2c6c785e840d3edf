import { recordAudit } from '../audit/index.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from '../kit/clock.ts'
import { isUuid } from '../kit/ids.ts'
import {
  type Caller,
  deleteGrant,
  type GrantRow,
  grantsOf,
  missingSubjects,
  namesOfSubjects,
  putGrant,
} from '../people/index.ts'
import { fileGrantNotFound, fileGrantTooHigh, fileNotAllowed, fileNotFound, fileUnknownSubject } from './errors.ts'
import { type FileRight, filesSpace, rightsTo } from './rights.store.ts'

export interface FileGrant extends GrantRow {
  readonly kind: string
  readonly name: string
}

/** Rights to a file, or to a directory and all that is below it. For who has `access` to it. */
export interface FileGrants {
  list(caller: Caller, id: string): Promise<FileGrant[]>
  /** In place of what the subject was given before. Nobody hands out more than they have. */
  put(caller: Caller, id: string, subject: string, given: FileGrantInput): Promise<void>
  remove(caller: Caller, id: string, subject: string): Promise<void>
}

export interface FileGrantInput {
  readonly rights: readonly FileRight[]
  readonly comment?: string | undefined
}

export function createFileGrants({ database, clock }: { database: Database; clock: Clock }): FileGrants {
  const { reader } = database

  async function heldBy(caller: Caller, id: string): Promise<FileRight[]> {
    const held = isUuid(id) ? await rightsTo(reader, caller, id) : undefined
    if (held === undefined) throw fileNotFound(`file or directory ${id.slice(0, 100)} not found`)
    if (!held.includes('access')) throw fileNotAllowed('you may see this, but not say who else may')
    return held
  }

  return {
    async list(caller, id) {
      await heldBy(caller, id)
      const rows = await grantsOf(reader, filesSpace, id)
      const names = await namesOfSubjects(
        reader,
        rows.map(({ subject }) => subject),
      )
      return rows.map((row) => ({ ...row, ...(names.get(row.subject) ?? { kind: 'unknown', name: '' }) }))
    },
    async put(caller, id, subject, { rights, comment = '' }) {
      const held = await heldBy(caller, id)
      const tooHigh = rights.find((right) => !held.includes(right))
      if (tooHigh !== undefined)
        throw fileGrantTooHigh(`you may not ${tooHigh} here, so you can't let others do it`, { right: tooHigh })
      if (!isUuid(subject) || (await missingSubjects(reader, { paths: [], ids: [subject] })).length > 0)
        throw fileUnknownSubject(`no user, group or item of the chart has the id ${subject.slice(0, 100)}`)
      const author = { by: caller.userId, at: new Date(clock.nowMs()) }
      await database.transaction(async (tx) => {
        const before = (await grantsOf(tx, filesSpace, id)).find((grant) => grant.subject === subject.toLowerCase())
        await putGrant(tx, { space: filesSpace, object: id, subject, rights, comment }, author)
        await recordAudit(tx, caller, {
          object: objectOf(id, subject),
          ...(before && { before: { rights: before.rights, comment: before.comment } }),
          after: { rights, comment },
        })
      })
    },
    async remove(caller, id, subject) {
      await heldBy(caller, id)
      await database.transaction(async (tx) => {
        if (!isUuid(subject) || !(await deleteGrant(tx, filesSpace, id, subject)))
          throw fileGrantNotFound(`nothing was given to ${subject.slice(0, 100)}`)
        await recordAudit(tx, caller, { object: objectOf(id, subject), before: {} })
      })
    },
  }
}

function objectOf(id: string, subject: string): string {
  return `grant:files/${id.toLowerCase()}/${subject.toLowerCase()}`
}
