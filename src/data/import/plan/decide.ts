import { newId } from '../../../foundation/kit/ids.ts'
import { refuseIdentity, rightMissing } from '../../elements/rights/refusals.ts'
import { keyTaken } from '../../elements/rules/key-clash.ts'
import { newElement, startingWith } from '../../elements/rules/new-element.ts'
import { requireFields, requireStanding } from '../../elements/rules/read-element-input.ts'
import {
  mayPrecede,
  needsRegistration,
  requireGiver,
  statusOfRegistered,
  statusRefused,
} from '../../elements/rules/statuses.ts'
import type { OpenedApplication } from '../../elements/source/opened-application.ts'
import type { SetChange, WantedChange } from '../../elements/write/change-elements.store.ts'
import type { NewElement } from '../../elements/write/insert-elements.store.ts'
import { existsOtherwise, keyEmpty, noMatch, severalMatches } from '../errors.ts'
import type { Mode } from '../options.ts'
import type { RowOutcome } from '../rows.store.ts'
import { changedBy, codesIn, differenceOf } from './compare.ts'
import type { KeyOfRow, PresentElement } from './keys.store.ts'
import type { BatchState, MatchKey } from './match.ts'
import type { RowInput } from './row-input.ts'

/** A new element without its `__index`, which is assigned when it is written. */
export type ElementDraft = Omit<NewElement, 'index'>

/** The state of an element after the rows decided so far. */
export interface Standing {
  readonly present: PresentElement
  /** The initial values of the element; present when a row of this batch creates it. */
  readonly draft?: ReturnType<typeof newElement>
  /** The combined change by the rows of this batch. */
  readonly change?: SetChange
}

export interface Deciding {
  readonly opened: Pick<OpenedApplication, 'application' | 'visible' | 'authority' | 'isAdministrator'>
  /** Returns whether the caller may create the element of the row at this position. */
  readonly mayCreate: (place: number) => boolean
  readonly mode: Mode
  /** The key of the import; undefined when all unique keys are used. */
  readonly key: MatchKey | undefined
  readonly known: BatchState
  readonly userId: string
  readonly nowMs: number
  /** The results of earlier batches of a dry run: the elements by key, and their states. */
  readonly earlier?: { readonly holders: ReadonlyMap<string, string>; readonly standing: ReadonlyMap<string, Standing> }
}

/**
 * Determines the outcome of each row of a batch in order; later rows see the results of earlier ones. A decider writes
 * nothing.
 */
export class Decider {
  readonly #deciding: Deciding
  /** The elements by the keys that rows took. */
  readonly #holders: Map<string, string>
  readonly #standing: Map<string, Standing>
  readonly #written = new Set<string>()

  constructor(deciding: Deciding) {
    this.#deciding = deciding
    this.#holders = new Map(deciding.earlier?.holders)
    this.#standing = new Map(deciding.earlier?.standing)
  }

  /** Decides one row. Throws a `PlatformError` when the row fails. */
  decide(row: RowInput, place: number): RowOutcome {
    const { opened, mode, key, known } = this.#deciding
    const { application } = opened
    const keys = known.keys.get(place) ?? []
    const id = this.#matchOf(row, place, keys)
    if (id === undefined) {
      if (mode === 'update') throw noMatch(`no element has the ${shownKey(key!, row)} of this row`)
      return this.#create(row, place, keys)
    }
    const there = this.#standing.get(id) ?? asStanding(known.present.get(id))
    // The key belongs to an element that the caller may not see.
    if (there === undefined) throw this.#clash(keys.find((one) => this.#holderOf(one) === id)?.key)
    const change = differenceOf(application, there.present, row)
    if (Object.keys(change).length === 0) return { row: row.row, result: 'unchanged', id }
    if (mode === 'create') throw existsWithOtherValues(keys.find((one) => this.#holderOf(one) === id)?.key, change)
    if (!there.present.editable) throw rightMissing('edit', application)
    if (there.present.registered) refuseIdentity(application, change.body)
    return this.#update(row, place, keys, { there, change })
  }

  /** Returns the elements to insert. Call this method and `changes` after all rows are decided. */
  drafts(): ElementDraft[] {
    return [...this.#written].flatMap((id) => draftOf(this.#standing.get(id)!, this.#deciding.userId))
  }

  changes(): WantedChange[] {
    return [...this.#written].flatMap((id) => changeOf(this.#standing.get(id)!))
  }

  /** Returns the keys that the rows of this batch took, with their elements. */
  taken(): { entry: string; id: string; standing: Standing }[] {
    return [...this.#holders].flatMap(([entry, id]) =>
      this.#written.has(id) ? [{ entry, id, standing: this.#standing.get(id)! }] : [],
    )
  }

  #matchOf(row: RowInput, place: number, keys: readonly KeyOfRow[]): string | undefined {
    const { mode, key, known } = this.#deciding
    if (key === undefined) {
      const ids = new Set(keys.filter((one) => this.#isShown(one)).flatMap((one) => this.#holderOf(one) ?? []))
      if (ids.size > 1) throw severalMatches('the unique fields of this row belong to several elements')
      return [...ids][0]
    }
    if (key.declared !== undefined) {
      const own = keys.find((one) => one.key === key.declared)
      if (own === undefined) throw emptyKey(key)
      return this.#holderOf(own)
    }
    const { value, ids } = known.matches.get(place)!
    const byId = key.codes.join() === '__id'
    if (value === null) {
      if (byId && mode !== 'update') return undefined
      throw emptyKey(key)
    }
    if (byId && !known.present.has(value)) throw noMatch(`no element has the id ${value}`, { field: '__id' })
    const all = new Set(ids)
    const earlierOne = this.#holders.get(entryOf(key.codes.join(), value))
    if (earlierOne !== undefined) all.add(earlierOne)
    if (all.size > 1) throw severalMatches(`${all.size} elements have the ${shownKey(key, row)} of this row`)
    return [...all][0]
  }

  /**
   * Returns whether the caller may read all fields of the key. Matching an element by a hidden value would reveal the
   * value.
   */
  #isShown({ key: keyCodes }: KeyOfRow): boolean {
    const { authority } = this.#deciding.opened
    return keyCodes.split(',').every((code) => code.startsWith('__') || authority.field(code, 'read') === true)
  }

  #create(row: RowInput, place: number, keys: readonly KeyOfRow[]): RowOutcome {
    const { opened, mayCreate, nowMs } = this.#deciding
    const taken = keys.find((one) => this.#holderOf(one) !== undefined)
    if (taken !== undefined) throw this.#clash(taken.key)
    if (!mayCreate(place)) throw rightMissing('create', opened.application)
    const initial = newElement(opened, row.input)
    const draft = startingWith(initial, row.status)
    if (draft.status !== initial.status) checkGiven(opened, draft.status)
    const { name, externalId, directory, status, body } = draft
    const id = newId(nowMs)
    this.#standing.set(id, {
      draft,
      present: { id, rev: '1', editable: true, registered: false, name, externalId, directory, status, body },
    })
    this.#keep(id, place, keys)
    return { row: row.row, result: 'created', id, rev: '1' }
  }

  #update(
    row: RowInput,
    place: number,
    keys: readonly KeyOfRow[],
    { there, change }: { there: Standing; change: SetChange },
  ): RowOutcome {
    const { opened } = this.#deciding
    const { application, authority } = opened
    const { id, rev } = there.present
    requireFields(application, change.body ?? {}, authority, false)
    requireStanding(application, { present: there.present.body, changed: change.body ?? {} }, authority)
    checkStatus(opened, there, change)
    // The database checks the keys with parts that are not in the file.
    const given = keys.filter((one) =>
      one.key.split(',').every((code) => code === '__externalId' || code in row.input.body),
    )
    const taken = given.find((one) => (this.#holderOf(one) ?? id) !== id)
    if (taken !== undefined) throw this.#clash(taken.key)
    const body = { ...there.change?.body, ...change.body }
    const whole = { ...there.change, ...change, ...(Object.keys(body).length > 0 && { body }) }
    this.#standing.set(id, { ...there, present: changedBy(there.present, change), change: whole })
    this.#keep(id, place, given)
    return { row: row.row, result: 'updated', id, rev: there.draft ? '1' : String(BigInt(rev) + 1n) }
  }

  #keep(id: string, place: number, keys: readonly KeyOfRow[]): void {
    const { key: own, known } = this.#deciding
    this.#written.add(id)
    for (const { key, value } of keys) this.#holders.set(entryOf(key, value), id)
    const match = known.matches.get(place)
    if (own !== undefined && match?.value) this.#holders.set(entryOf(own.codes.join(), match.value), id)
  }

  #holderOf({ key, value, holder }: KeyOfRow): string | undefined {
    return this.#holders.get(entryOf(key, value)) ?? holder ?? undefined
  }

  #clash(keyCodes: string | undefined): Error {
    return keyTaken(this.#deciding.opened.visible, keyCodes)
  }
}

const asStanding = (present: PresentElement | undefined): Standing | undefined => present && { present }

/** Returns a key and its value as one text. Codes contain no space, so the text is unambiguous. */
export const entryOf = (key: string, value: string): string => `${key} ${value}`

function draftOf({ draft, present }: Standing, userId: string): ElementDraft[] {
  if (draft === undefined) return []
  const { id, name, externalId, directory, status, body } = present
  return [{ ...draft, id, name, externalId, directory, status, body, createdBy: userId }]
}

function changeOf({ draft, change, present }: Standing): WantedChange[] {
  return draft === undefined && change !== undefined ? [{ id: present.id, rev: present.rev, change }] : []
}

type Giver = Pick<OpenedApplication, 'application' | 'isAdministrator'>

/**
 * Throws for a status that the caller may not give, and for the status of registered elements when the element is not
 * registered, because an import registers nothing.
 */
function checkGiven({ application, isAdministrator }: Giver, status: number | null, isRegistered = false): void {
  const target = application.statuses.find(({ id }) => id === status)
  if (target === undefined) return
  if (!isRegistered && target === statusOfRegistered(application)) throw needsRegistration(target, '__status')
  requireGiver(target, { isAdministrator }, '__status')
}

function checkStatus(giver: Giver, { present, draft }: Standing, { status }: SetChange): void {
  if (status === undefined) return
  checkGiven(giver, status, present.registered)
  if (draft !== undefined || present.status === null) return
  const { application } = giver
  const target = application.statuses.find(({ id }) => id === status)!
  const before = application.statuses.find(({ id }) => id === present.status)
  if (before !== undefined && mayPrecede(target)(before)) return
  throw statusRefused(target, before, '__status')
}

const quoted = (code: string): string => `"${code}"`

const listed = (codes: readonly string[]): string => codes.map(quoted).join(' and ')

/** Returns the error for a row in mode `create` whose element exists with other values. */
function existsWithOtherValues(key: string | undefined, change: SetChange): Error {
  const by = key === undefined ? 'key' : listed(key.split(','))
  const codes = codesIn(change).map(quoted).join(', ')
  return existsOtherwise(`an element with the same ${by} exists already, with another value in ${codes}`)
}

function emptyKey({ codes }: MatchKey): Error {
  const sentence = `${listed(codes)} must not be empty, because it identifies the element of a row`
  return keyEmpty(sentence, { field: codes.join(',') })
}

/** Returns the key of a row for a message: `"tax_id" 007`. */
function shownKey({ codes }: MatchKey, { input, id }: RowInput): string {
  const { name: __name, externalId: __externalId } = input
  const values: Record<string, unknown> = { ...input.body, __id: id, __name, __externalId }
  return codes.map((code) => `${quoted(code)} ${String(values[code]).slice(0, 100)}`).join(' and ')
}
