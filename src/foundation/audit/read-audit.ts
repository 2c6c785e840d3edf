import type { Reader } from '../db/database.ts'
import { wrongInput } from '../http/errors.ts'
import { splitPath } from '../kit/codes.ts'
import { isUuid } from '../kit/ids.ts'
import { JsonText } from '../kit/json.ts'
import { timeMs } from '../kit/time/rfc3339.ts'
import { type AuditCursor, type EntryFilter, entriesBehind, type ObjectFilter } from './entries.store.ts'

export interface AuditRequest {
  readonly userId?: string | undefined
  readonly operation?: string | undefined
  /**
   * Object of the entries, such as `user:<id>` or `element:<namespace>.<code>/<id>`. Without `/<id>`, the latter
   * selects all elements of the application.
   */
  readonly object?: string | undefined
  readonly outcome?: 'done' | 'refused' | undefined
  /** Which changes of elements are listed; `all` when absent. */
  readonly elements?: 'all' | 'notImported' | undefined
  readonly requestId?: string | undefined
  /** Start of the period, inclusive; RFC 3339. */
  readonly from?: string | undefined
  /** End of the period, exclusive; RFC 3339. */
  readonly to?: string | undefined
  readonly size?: number | undefined
  /** `next` of the previous page. */
  readonly cursor?: string | undefined
}

export interface AuditPage {
  /** Audit entries as a JSON array, newest first. */
  readonly entries: JsonText
  /** Cursor of the next page; null on the last page. */
  readonly next: string | null
}

const usualSize = 100

/**
 * Returns a page of the audit log. Entries written meanwhile come before the first page, so later pages do not shift.
 * The only exception is a transaction that began before these pages were read and commits later: its entries still
 * appear among the older ones.
 */
export async function readAudit(reader: Reader, request: AuditRequest): Promise<AuditPage> {
  const { size = usualSize, cursor, object, from, to, ...others } = request
  const filter: EntryFilter = {
    ...others,
    object: object === undefined ? undefined : readObject(object),
    from: readTime('from', from),
    to: readTime('to', to),
  }
  const rows = await entriesBehind(reader, filter, cursor === undefined ? undefined : readCursor(cursor), size + 1)
  const page = rows.slice(0, size)
  const last = page.at(-1)
  return {
    entries: new JsonText(`[${page.map(({ text }) => text).join(',')}]`),
    next: rows.length > size && last !== undefined ? `${last.turn}.${last.id}.${last.rev}` : null,
  }
}

function readObject(text: string): ObjectFilter {
  if (!text.startsWith('element:')) return { text }
  const [, address = '', id] = /^element:([^/]*)(?:\/(.*))?$/s.exec(text) ?? []
  const { namespace, code } = splitPath(address)
  if (namespace === '' || code === '' || (id !== undefined && !isUuid(id)))
    throw wrongInput('"object" of an element is element:NAMESPACE.CODE/ID, or element:NAMESPACE.CODE for all', {
      field: 'object',
    })
  return { namespace, code, id }
}

function readTime(field: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  // A text with seconds of 60 matches the format but is not a valid time.
  const ms = timeMs(text)
  if (ms === undefined) throw wrongInput(`"${field}" is not a time`, { field })
  return new Date(ms)
}

function readCursor(cursor: string): AuditCursor {
  const [, turn, id, rev] = /^(\d{1,18})\.([^.]+)\.(\d{1,18})$/.exec(cursor) ?? []
  if (turn === undefined || !isUuid(id) || rev === undefined)
    throw wrongInput('"cursor" must be the "next" of an earlier page', { field: 'cursor' })
  return { turn, id, rev }
}
