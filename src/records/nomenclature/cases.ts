import { recordAudit } from '../../foundation/audit/index.ts'
import type { Database, Reader, Transaction } from '../../foundation/db/database.ts'
import { isUniqueViolation, LegalHold } from '../../foundation/db/failures.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { isUuid, newId } from '../../foundation/kit/ids.ts'
import { JsonText } from '../../foundation/kit/json.ts'
import type { Caller } from '../../people/index.ts'
import { type Lists, type Page, readListRequest } from '../../query/index.ts'
import { caseClosed, caseInUse, caseNotFound, indexTaken, wrongCaseState } from '../errors.ts'
import { dayAt } from '../numbers/reset-period.ts'
import { type CaseChange, type CaseRow, type CaseState, defaultSettings } from './case.ts'
import { caseSource } from './case-source.ts'
import {
  activeCasesWithIndex,
  type CaseLock,
  caseById,
  caseView,
  changeCase,
  deleteCase,
  hasRegistrations,
  insertCase,
  insertTemplate,
  isHeld,
  isShared,
  lockCases,
  type OpenCase,
  type TemplateVersion,
  templatesOf,
} from './cases.store.ts'
import { changedCase } from './change-case.ts'
import { administeredDirectory } from './directories.ts'
import { lacks, type OfficeRight } from './office-access.ts'

/** The input for a new case, with its required values. */
export type CaseInput = CaseChange & {
  readonly name: string
  readonly directoryId: string
  readonly docflow: CaseRow['docflow']
}

export interface CasesDeps {
  readonly database: Database
  readonly clock: Clock
  readonly lists: Lists
  readonly timeZone: string
}

/** The states to which users can move a case. Only a disposal act sets `disposed`. */
const nextStates: Readonly<Record<CaseState, readonly CaseState[]>> = {
  draft: ['active'],
  active: ['closed'],
  closed: ['active', 'archived'],
  archived: ['closed'],
  disposed: [],
}

/**
 * Cases. Each method throws a 404 for a case that the caller may not see, and a 403 when the caller lacks the right.
 */
export class Cases {
  /**
   * Returns the ids of at most two active cases with an index, in all offices or in the office with this id or code.
   * Does not check the caller's rights.
   */
  readonly withIndex = activeCasesWithIndex
  readonly #deps: CasesDeps

  constructor(deps: CasesDeps) {
    this.#deps = deps
  }

  list(caller: Caller, input: unknown): Promise<Page> {
    const setting = { callerId: caller.userId, nowMs: this.#deps.clock.nowMs() }
    return this.#deps.lists.page(readListRequest(input), caseSource(caller), setting)
  }

  async get(caller: Caller, id: string): Promise<JsonText> {
    return new JsonText(orNotFound(id, isUuid(id) ? await caseView(this.#deps.database.reader, caller, id) : undefined))
  }

  /** Creates an active case, or a draft, and returns the case as JSON. */
  async create(caller: Caller, input: CaseInput, state: 'draft' | 'active' = 'active'): Promise<JsonText> {
    const nowMs = this.#deps.clock.nowMs()
    const today = dayAt(nowMs, this.#deps.timeZone)
    const id = newId(nowMs)
    await this.#deps.database.transaction(async (tx) => {
      const { office } = await administeredDirectory(tx, caller, input.directoryId)
      const empty = emptyCase({ id, office, today, state })
      const row = await changedCase(tx, caller, empty, input)
      await insertNewCase(tx, caller, row, new Date(nowMs))
    })
    return this.get(caller, id)
  }

  async update(caller: Caller, id: string, change: CaseChange): Promise<JsonText> {
    const at = new Date(this.#deps.clock.nowMs())
    await this.#deps.database.transaction(async (tx) => {
      // Two cases that are to share each other's counter must not pass their checks at the same time.
      await lockCases(tx, [id, change.registrationSettings?.throughSerialId ?? id].filter(isUuid))
      const { rights: _rights, version: _version, ...before } = await administeredCase(tx, caller, id)
      if (before.state === 'disposed') throw wrongCaseState('the case was disposed of', { state: before.state })
      const after = await changedCase(tx, caller, before, change)
      await orIndexTaken(after, changeCase(tx, after, caller.userId, at))
      const { template } = after.registrationSettings
      if (template !== before.registrationSettings.template)
        await insertTemplate(tx, before.id, template, caller.userId, at)
      const states = { before: { ...before }, after: { ...after } }
      await recordAudit(tx, caller, { object: `nomenclature:${before.id}`, ...states })
    })
    return this.get(caller, id)
  }

  /** Moves a case to another state; see `nextStates`. */
  async setState(caller: Caller, id: string, state: CaseState, comment: string = ''): Promise<JsonText> {
    await this.#deps.database.transaction(async (tx) => {
      const { rights: _rights, version: _version, ...before } = await administeredCase(tx, caller, id)
      if (before.state === state) return
      if (!nextStates[before.state].includes(state))
        throw wrongCaseState(`a case that is ${before.state} cannot become ${state}`, { state: before.state })
      const today = dayAt(this.#deps.clock.nowMs(), this.#deps.timeZone)
      const after = inState(before, state, today)
      await changeCase(tx, after, caller.userId, new Date(this.#deps.clock.nowMs()))
      const change = { before: { ...before }, after: { ...after, ...(comment !== '' && { comment }) } }
      await recordAudit(tx, caller, { object: `nomenclature:${before.id}`, ...change })
    })
    return this.get(caller, id)
  }

  /** Deletes a case that has no registrations, is under no legal hold, and whose counter no other case uses. */
  async delete(caller: Caller, id: string): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const { rights: _rights, version: _version, ...before } = await administeredCase(tx, caller, id)
      if (await hasRegistrations(tx, before.id)) throw caseInUse(`"${before.name}" has registrations`)
      if (await isShared(tx, before.id)) throw caseInUse(`another case uses the counter of "${before.name}"`)
      if (await isHeld(tx, before.id)) throw LegalHold(`"${before.name}" is under a legal hold`)
      await deleteCase(tx, before.id, caller.userId, new Date(this.#deps.clock.nowMs()))
      await recordAudit(tx, caller, { object: `nomenclature:${before.id}`, before: { ...before } })
    })
  }

  /** Throws unless the caller may register elements in a case now. */
  async requireRegistrar(caller: Caller, id: string): Promise<void> {
    const found = await openCase(this.#deps.database.reader, caller, id)
    requireRight(found, 'register')
    requireActive(found)
  }

  /** Returns the number templates of a case, the present one first. */
  async templates(caller: Caller, id: string): Promise<TemplateVersion[]> {
    const found = await openCase(this.#deps.database.reader, caller, id)
    return templatesOf(this.#deps.database.reader, found.id)
  }
}

/** Returns a case that the caller may see; throws a 404 otherwise. */
export async function openCase(reader: Reader, caller: Caller, id: string, lock?: CaseLock): Promise<OpenCase> {
  return orNotFound(id, isUuid(id) ? await caseById(reader, caller, id, lock) : undefined)
}

function orNotFound<T>(id: string, found: T | undefined): T {
  if (found === undefined) throw caseNotFound(`case ${id.slice(0, 100)} not found`)
  return found
}

/** Returns the case when it is active, so that documents can be registered in it; throws otherwise. */
export function requireActive(found: OpenCase): OpenCase {
  if (found.state !== 'active')
    throw caseClosed(`the case "${found.name}" is ${found.state}; documents cannot be registered in it`, {
      state: found.state,
    })
  return found
}

/** Throws a 403 unless the caller has the right to the office of a case. */
export function requireRight({ rights }: OpenCase, right: OfficeRight): void {
  if (!rights.includes(right)) throw lacks(right)
}

/** Returns and locks a case that the caller administers. */
export async function administeredCase(tx: Transaction, caller: Caller, id: string): Promise<OpenCase> {
  const found = await openCase(tx, caller, id, 'update')
  requireRight(found, 'administer')
  return found
}

/** Inserts a case with its first template, and writes the audit entry. */
export async function insertNewCase(tx: Transaction, caller: Caller, row: CaseRow, at: Date): Promise<void> {
  await orIndexTaken(row, insertCase(tx, row, caller.userId, at))
  await insertTemplate(tx, row.id, row.registrationSettings.template, caller.userId, at)
  await recordAudit(tx, caller, { object: `nomenclature:${row.id}`, after: { ...row } })
}

/** Writes a changed case and its audit entry. */
export async function writeCase(
  tx: Transaction,
  caller: Caller,
  before: CaseRow,
  after: CaseRow,
  at: Date,
): Promise<void> {
  await orIndexTaken(after, changeCase(tx, after, caller.userId, at))
  await recordAudit(tx, caller, { object: `nomenclature:${before.id}`, before: { ...before }, after: { ...after } })
}

/** Returns a case in another state, with the days on which it was opened and closed. */
function inState(row: CaseRow, state: CaseState, today: string): CaseRow {
  if (state === 'active') return { ...row, state, openedOn: row.openedOn ?? today, closedOn: null }
  return { ...row, state, closedOn: state === 'closed' ? (row.closedOn ?? today) : row.closedOn }
}

async function orIndexTaken(row: CaseRow, write: Promise<void>): Promise<void> {
  await write.catch((error) => {
    if (!isUniqueViolation(error, 'nomenclature_case_index')) throw error
    throw indexTaken(`another case of this office has the index ${row.index} in ${row.year}`, { field: 'index' })
  })
}

type NewCase = { id: string; office: string; today: string; state: 'draft' | 'active' }

const emptyCase = ({ id, office, today, state }: NewCase): CaseRow => ({
  id,
  office,
  state,
  directoryId: office,
  docflow: 'input',
  name: '',
  registrationSettings: defaultSettings,
  serial: id,
  index: null,
  year: Number(today.slice(0, 4)),
  transitional: false,
  retention: null,
  responsible: null,
  place: null,
  media: null,
  note: null,
  previous: null,
  openedOn: state === 'active' ? today : null,
  closedOn: null,
})
