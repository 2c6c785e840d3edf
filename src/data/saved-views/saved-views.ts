import { recordAudit } from '../../foundation/audit/index.ts'
import type { Database, Transaction } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { splitPath } from '../../foundation/kit/codes.ts'
import { isUuid, newId } from '../../foundation/kit/ids.ts'
import type { Caller } from '../../people/index.ts'
import { type Application, applicationPath } from '../applications/application.ts'
import type { KnownApplications, OpenApplication } from '../elements/source/opened-application.ts'
import { tooManyViews, viewNotFound, viewNotOwn, viewUnknownGroup } from '../errors.ts'
import {
  countViews,
  deleteView,
  groupsAmong,
  lockView,
  putView,
  type StoredView,
  viewById,
  viewsFor,
} from './saved-views.store.ts'

/** The maximum number of saved views of one user. */
const maxViews = 500

/** A saved view of a list. */
export interface SavedView {
  readonly id: string
  /** The path of the application, such as `ref.counterparties`. */
  readonly application: string
  readonly name: string
  /** The query parameters of the list. */
  readonly search: string
  /** The ids of the groups whose members see the view. */
  readonly sharedWith: readonly string[]
  readonly isOwn: boolean
  readonly owner: { readonly id: string; readonly name: string }
}

export interface ViewChange {
  readonly name?: string | undefined
  readonly search?: string | undefined
  readonly sharedWith?: readonly string[] | undefined
}

export interface NewView {
  readonly application: string
  readonly name: string
  readonly search: string
  readonly sharedWith: readonly string[]
}

/** Saved views of lists, which belong to one user and can be shared with groups. */
export class SavedViews {
  readonly #database: Database
  readonly #clock: Clock
  readonly #open: OpenApplication
  readonly #known: KnownApplications

  constructor(database: Database, clock: Clock, open: OpenApplication, known: KnownApplications) {
    this.#database = database
    this.#clock = clock
    this.#open = open
    this.#known = known
  }

  /**
   * Returns the caller's own views and those shared with the caller's groups, by name. Leaves out views of applications
   * that are not visible to the caller.
   */
  async list(caller: Caller, application?: string): Promise<SavedView[]> {
    const applications = this.#known(caller)
    const views = await viewsFor(this.#database.reader, { userId: caller.userId, ids: idsOf(caller) })
    return views
      .flatMap((view) => shown(caller, view, applications) ?? [])
      .filter((view) => application === undefined || view.application === application)
  }

  async get(caller: Caller, id: string): Promise<SavedView> {
    return this.#visible(caller, id, isUuid(id) ? await viewById(this.#database.single, id) : undefined)
  }

  async create(caller: Caller, { application: path, name, search, sharedWith }: NewView): Promise<SavedView> {
    const { application } = this.#open(caller, splitPath(path))
    const id = newId(this.#clock.nowMs())
    const groups = unique(sharedWith)
    await this.#database.transaction(async (tx) => {
      if ((await countViews(tx, caller.userId)) >= maxViews)
        throw tooManyViews(`you have ${maxViews} saved views; delete one first`)
      await checkGroups(tx, caller, groups)
      const view = { id, app: application.id, owner: caller.userId, name, search, sharedWith: groups }
      await putView(tx, view, this.#now())
      const after = { application: applicationPath(application), name, search, sharedWith: groups }
      await recordAudit(tx, caller, { object: `view:${id}`, after })
    })
    return this.#visible(caller, id, await viewById(this.#database.single, id))
  }

  /**
   * Changes a view. The owner can change the view; administrators can change shared views. Throws `view.not_own` for
   * other callers who see the view, `view.not_found`, and `view.unknown_group`.
   */
  async change(caller: Caller, id: string, { name, search, sharedWith }: ViewChange): Promise<SavedView> {
    await this.#database.transaction(async (tx) => {
      const before = await this.#own(tx, caller, id)
      const groups = sharedWith === undefined ? before.sharedWith : unique(sharedWith)
      await checkGroups(tx, caller, groups, before.sharedWith)
      const after = { ...before, name: name ?? before.name, search: search ?? before.search, sharedWith: groups }
      await putView(tx, after, this.#now())
      await recordAudit(tx, caller, { object: `view:${id}`, before: audited(before), after: audited(after) })
    })
    return this.#visible(caller, id, await viewById(this.#database.single, id))
  }

  async remove(caller: Caller, id: string): Promise<void> {
    await this.#database.transaction(async (tx) => {
      const view = await this.#own(tx, caller, id)
      await deleteView(tx, view.id)
      await recordAudit(tx, caller, { object: `view:${view.id}`, before: audited(view) })
    })
  }

  #now() {
    return new Date(this.#clock.nowMs())
  }

  /**
   * Returns the view in the form for the caller. Throws `view.not_found` when the view does not exist or the caller
   * may not see the view or its application.
   */
  #visible(caller: Caller, id: string, view: StoredView | undefined): SavedView {
    const isVisible = view && (view.owner === caller.userId || isShared(caller, view))
    const found = isVisible ? shown(caller, view, this.#known(caller)) : undefined
    if (found === undefined) throw viewNotFound(`view ${id.slice(0, 100)} not found`)
    return found
  }

  /** Locks a view that the caller wants to change. Throws `view.not_found` and `view.not_own`. */
  async #own(tx: Transaction, caller: Caller, id: string): Promise<StoredView> {
    const view = isUuid(id) ? await lockView(tx, id) : undefined
    this.#visible(caller, id, view)
    if (view!.owner === caller.userId || caller.administrator) return view!
    throw viewNotOwn(`the view "${view!.name}" belongs to ${view!.ownerName}; only its owner can change it`)
  }
}

/**
 * Throws `view.unknown_group` for a new group that does not exist, or of which the caller is not a member; an
 * administrator need not be a member.
 */
async function checkGroups(tx: Transaction, caller: Caller, groups: readonly string[], before: readonly string[] = []) {
  const fresh = groups.filter((id) => !before.includes(id))
  const mine = idsOf(caller)
  const existing = await groupsAmong(tx, fresh)
  const wrong = fresh.find((id) => !existing.includes(id) || !(caller.administrator || mine.includes(id)))
  if (wrong !== undefined)
    throw viewUnknownGroup(`you are not a member of a group with the id ${wrong}`, { field: 'sharedWith' })
}

function shown(caller: Caller, { app, owner, ownerName, ...view }: StoredView, applications: readonly Application[]) {
  const application = applications.find(({ id }) => id === app)
  const path = application && applicationPath(application)
  return path === undefined
    ? undefined
    : { ...view, application: path, isOwn: owner === caller.userId, owner: { id: owner, name: ownerName } }
}

const audited = ({ name, search, sharedWith }: StoredView) => ({ name, search, sharedWith })
const unique = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))]

/**
 * Returns the ids of the caller and of the caller's groups and positions. Principals do not count, because a view
 * gives no rights.
 */
const idsOf = ({ persons, userId }: Caller): readonly string[] => persons.own(userId)?.ids ?? []

/** Returns whether a view is shared with the caller. Administrators can open any shared view by its id. */
const isShared = (caller: Caller, { sharedWith }: StoredView): boolean =>
  sharedWith.length > 0 && (caller.administrator || sharedWith.some((id) => idsOf(caller).includes(id)))
