import { recordAudit } from '../../foundation/audit/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import { isUniqueViolation } from '../../foundation/db/failures.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { maxShown } from '../../foundation/kit/errors.ts'
import { isUuid, newId } from '../../foundation/kit/ids.ts'
import { JsonText } from '../../foundation/kit/json.ts'
import type { Caller } from '../../people/index.ts'
import { type Lists, type Page, readListRequest } from '../../query/index.ts'
import type { OpenApplication } from '../elements/source/opened-application.ts'
import { missingCategories } from './categories.store.ts'
import { segmentExternalIdTaken, segmentNotFound, segmentNotStatic, unknownCategory } from './errors.ts'
import { memberSource } from './member-source.ts'
import { segmentSource } from './segment-source.ts'
import * as store from './segments.store.ts'

export interface SegmentInput {
  readonly name: string
  readonly externalId?: string | undefined
  /** Id of the category that subscribers must have agreed to in order to be sendable. */
  readonly preference?: string | undefined
  /** The query for the elements whose subscribers belong to a dynamic segment; absent for a static segment. */
  readonly query?: store.SegmentQuery | undefined
}

/** The result of adding subscribers to a segment or removing them. */
export interface MembersChanged {
  /** Number of subscribers that were added or removed. */
  readonly changed: number
  /** Number of subscribers that already were in the segment (when adding) or were not in it (when removing). */
  readonly unchanged: number
  /** Number of ids that belong to no subscriber. */
  readonly unknown: number
}

export interface SegmentDeps {
  readonly database: Database
  readonly clock: Clock
  readonly lists: Lists
  readonly open: OpenApplication
  readonly check: (caller: Caller) => Promise<void>
}

/** Segments of subscribers. Every method checks the caller first; see `Settings.check`. */
export class Segments {
  readonly #deps: SegmentDeps

  constructor(deps: SegmentDeps) {
    this.#deps = deps
  }

  async list(caller: Caller, input: unknown): Promise<Page> {
    await this.#deps.check(caller)
    return this.#deps.lists.page(readListRequest(input), segmentSource, this.#settingOf(caller))
  }

  /**
   * Creates a segment and returns its id. Throws `marketing.unknown_category`, `marketing.external_id_taken`, and for a
   * dynamic segment the errors of `memberSource`.
   */
  async create(caller: Caller, input: SegmentInput): Promise<string> {
    const { name, externalId = null, preference = null, query } = input
    await this.#deps.check(caller)
    const id = newId(this.#deps.clock.nowMs())
    const segment = { id, name, externalId, preference, ...(query && { query }) }
    // A filter that cannot be compiled is refused here and not when the segment is read.
    if (query) await this.#membersOf(caller, { id, preference, query }, { size: 0 })
    try {
      await this.#deps.database.transaction(async (tx) => {
        const unknown = await missingCategories(tx, preference === null ? [] : [preference])
        if (unknown.size > 0) throw unknownCategory('there is no such category', { field: 'preference' })
        await store.insertSegment(tx, segment, { by: caller.userId, at: new Date(this.#deps.clock.nowMs()) })
        const { id: _, ...after } = segment
        await recordAudit(tx, caller, { object: `segment:${id}`, after })
      })
    } catch (error) {
      if (isUniqueViolation(error, 'marketing_segment_external_id'))
        throw segmentExternalIdTaken(`another segment has the external id "${externalId}"`, { field: 'externalId' })
      throw error
    }
    return id
  }

  /**
   * Returns a segment with the number of its subscribers. Throws `marketing.segment_not_found`, and for a dynamic
   * segment the errors of `memberSource`.
   */
  async get(caller: Caller, id: string): Promise<JsonText> {
    await this.#deps.check(caller)
    const segment = await this.#find(id)
    const text = await store.segmentText(this.#deps.database.reader, segmentSource, segment.id)
    if (text === undefined) throw missing(id)
    if (segment.query === null) return new JsonText(text)
    const { total } = await this.#membersOf(caller, segment, { size: 0 })
    return new JsonText(JSON.stringify({ ...JSON.parse(text), subscribersCount: total }))
  }

  /**
   * Lists the subscribers of a segment. Throws `marketing.segment_not_found`, and for a dynamic segment the errors of
   * `memberSource`.
   */
  async subscribers(caller: Caller, id: string, input: unknown): Promise<Page> {
    await this.#deps.check(caller)
    return this.#membersOf(caller, await this.#find(id), input)
  }

  /** Adds subscribers. Throws `marketing.segment_not_found` and `marketing.segment_not_static`. */
  add(caller: Caller, id: string, ids: readonly string[]): Promise<MembersChanged> {
    return this.#changeMembers(caller, id, ids, 'added')
  }

  /** Removes subscribers. Throws `marketing.segment_not_found` and `marketing.segment_not_static`. */
  remove(caller: Caller, id: string, ids: readonly string[]): Promise<MembersChanged> {
    return this.#changeMembers(caller, id, ids, 'removed')
  }

  /** Deletes a segment; its subscribers stay. Throws `marketing.segment_not_found`. */
  async delete(caller: Caller, id: string): Promise<void> {
    await this.#deps.check(caller)
    await this.#deps.database.transaction(async (tx) => {
      const before = isUuid(id) ? await store.deleteSegment(tx, id) : undefined
      if (before === undefined) throw missing(id)
      await recordAudit(tx, caller, { object: `segment:${id.toLowerCase()}`, before: { name: before.name } })
    })
  }

  #settingOf(caller: Caller) {
    return { callerId: caller.userId, nowMs: this.#deps.clock.nowMs() }
  }

  async #membersOf(caller: Caller, segment: store.StoredSegment, input: unknown): Promise<Page> {
    const request = readListRequest(input)
    return this.#deps.lists.page(request, memberSource(segment, caller, this.#deps), this.#settingOf(caller))
  }

  async #find(id: string): Promise<store.StoredSegment> {
    const found = isUuid(id) ? await store.segmentById(this.#deps.database.reader, id) : undefined
    if (found === undefined) throw missing(id)
    return found
  }

  async #changeMembers(caller: Caller, id: string, given: readonly string[], verb: 'added' | 'removed') {
    await this.#deps.check(caller)
    const ids = [...new Set(given.map((one) => one.toLowerCase()))]
    return this.#deps.database.transaction(async (tx): Promise<MembersChanged> => {
      const segment = isUuid(id) ? await store.segmentById(tx, id, store.againstDeletion) : undefined
      if (segment === undefined) throw missing(id)
      if (segment.query !== null)
        throw segmentNotStatic('the segment is dynamic; its members follow from its filter and cannot be changed')
      const stamp = { by: caller.userId, at: new Date(this.#deps.clock.nowMs()) }
      const { changed, known } =
        verb === 'added'
          ? await store.addMembers(tx, segment.id, ids, stamp)
          : await store.removeMembers(tx, segment.id, ids)
      if (changed.length > 0) {
        const after = { [verb]: changed.length, subscribers: changed.slice(0, maxShown) }
        await recordAudit(tx, caller, { object: `segment:${segment.id}`, after })
      }
      return { changed: changed.length, unchanged: known - changed.length, unknown: ids.length - known }
    })
  }
}

const missing = (id: string): Error => segmentNotFound(`segment "${id.slice(0, 100)}" not found`)
