import { recordAudit } from '../foundation/audit/index.ts'
import type { Database, Reader, Transaction, Tx } from '../foundation/db/database.ts'
import type { Clock } from '../foundation/kit/clock.ts'
import { isUuid } from '../foundation/kit/ids.ts'
import { type Caller, missingSubjects, namesOfSubjects } from '../people/index.ts'
import { authorize } from './authorize.ts'
import { grantNotFound, grantTooHigh, unknownSubject } from './errors.ts'
import { type ExplainRequest, type Explanation, explainRight } from './explain.ts'
import { deleteGrant, type GrantRow, grantsOf, lockGrantsOf, putGrant } from './grants.store.ts'
import { coveringFilters } from './object-rights.store.ts'
import type { GrantObject, ObjectAddress, ObjectSet, Resource } from './resource.ts'

interface Grant extends GrantRow {
  readonly kind: string
  readonly name: string
}

interface GrantInput<R extends string> {
  readonly rights: readonly R[]
  readonly comment?: string | undefined
}

/**
 * Grants for single objects, in addition to all rules. Each method throws a 404 when the caller may not see the
 * object, and a 403 when the caller may see the object but lacks the right to its grants.
 */
export interface Grants<R extends string, SetAddress extends object> {
  /** Returns the grants for an object, oldest first. */
  list(caller: Caller, address: ObjectAddress<SetAddress>): Promise<Grant[]>
  /**
   * Replaces the grant of a subject. Throws `access.too_high` when the caller lacks a right that the grant gives, and
   * `access.unknown_subject` when nothing has the subject's id.
   */
  put(caller: Caller, address: ObjectAddress<SetAddress>, subject: string, given: GrantInput<R>): Promise<void>
  /** Revokes the grant of a subject. Throws when the subject has no grant for the object. */
  remove(caller: Caller, address: ObjectAddress<SetAddress>, subject: string): Promise<void>
}

/** The operations that every resource has. */
export interface ObjectAccess<R extends string, SetAddress extends object> {
  readonly grants: Grants<R, SetAddress>
  /**
   * Returns those of the given rights that the caller has to an object, in the given order. Throws a 404 when the
   * caller may not see the object.
   */
  rights(caller: Caller, address: ObjectAddress<SetAddress>, among: readonly R[]): Promise<readonly R[]>
  /**
   * Adds rights to the grant of a subject for an object, as a part of a transaction. Rights that the subject has by
   * an earlier grant stay. Throws as `grants.put` does.
   */
  addGrant(
    tx: Transaction,
    caller: Caller,
    { address, subject }: { readonly address: ObjectAddress<SetAddress>; readonly subject: string },
    given: GrantInput<R>,
  ): Promise<void>
  /**
   * Removes rights from the grant of a subject for an object, as a part of a transaction; without `rights`, the whole
   * grant. Does nothing when the subject has no such grant. Throws the 404 and the 403 of `grants.remove`.
   */
  removeGrant(
    tx: Transaction,
    caller: Caller,
    { address, subject }: { readonly address: ObjectAddress<SetAddress>; readonly subject: string },
    rights?: readonly R[],
  ): Promise<void>
  /** Explains why a user has or lacks a right to an object, or without an id to the objects of a set. */
  explain(caller: Caller, request: ExplainRequest<R, SetAddress>): Promise<Explanation>
}

export interface ObjectAccessDeps {
  readonly database: Database
  readonly clock: Clock
  /**
   * Called after each commit of changed grants, because the first grant in a space makes the space known to its
   * subject.
   */
  readonly granted?: (() => void) | undefined
}

/** Grants and explanations of a resource. */
export class ResourceAccess<R extends string, SetAddress extends object> implements ObjectAccess<R, SetAddress> {
  readonly grants: Grants<R, SetAddress> = {
    list: (caller, address) => this.#listGrants(caller, address),
    put: (caller, address, subject, given) => this.#putGrant(caller, { address, subject }, given),
    remove: (caller, address, subject) => this.#revokeGrant(caller, address, subject),
  }
  readonly #deps: ObjectAccessDeps
  readonly #resource: Resource<R, SetAddress>

  constructor(deps: ObjectAccessDeps, resource: Resource<R, SetAddress>) {
    this.#deps = deps
    this.#resource = resource
  }

  async rights(caller: Caller, address: ObjectAddress<SetAddress>, among: readonly R[]): Promise<readonly R[]> {
    return this.#heldRights(caller, address, { among, objects: this.#resource.open(caller, address) })
  }

  async addGrant(
    tx: Transaction,
    caller: Caller,
    target: { readonly address: ObjectAddress<SetAddress>; readonly subject: string },
    given: GrantInput<R>,
  ): Promise<void> {
    const object = await this.#openToGive(caller, target, given, tx)
    await lockGrantsOf(tx, object.space, object.id)
    const subject = target.subject.toLowerCase()
    const before = (await grantsOf(tx, object.space, object.id)).find((grant) => grant.subject === subject)
    const rights = [...new Set([...(before?.rights ?? []), ...given.rights])] as R[]
    if (rights.length === before?.rights.length) return
    await this.#write(tx, caller, { object, subject }, { comment: before?.comment, ...given, rights })
    tx.afterCommit(async () => this.#deps.granted?.())
  }

  async removeGrant(
    tx: Transaction,
    caller: Caller,
    { address, subject: given }: { readonly address: ObjectAddress<SetAddress>; readonly subject: string },
    rights?: readonly R[],
  ): Promise<void> {
    const { object } = await this.#open(caller, address, tx)
    await lockGrantsOf(tx, object.space, object.id)
    const subject = given.toLowerCase()
    const before = (await grantsOf(tx, object.space, object.id)).find((grant) => grant.subject === subject)
    if (before === undefined) return
    const kept = before.rights.filter((right) => rights !== undefined && !rights.includes(right as R)) as R[]
    if (kept.length === before.rights.length) return
    if (kept.length > 0) await this.#write(tx, caller, { object, subject }, { comment: before.comment, rights: kept })
    else await this.#erase(tx, caller, { object, subject })
    tx.afterCommit(async () => this.#deps.granted?.())
  }

  explain(caller: Caller, request: ExplainRequest<R, SetAddress>): Promise<Explanation> {
    return explainRight(this.#deps, this.#resource, caller, request)
  }

  async #listGrants(caller: Caller, address: ObjectAddress<SetAddress>): Promise<Grant[]> {
    const { reader } = this.#deps.database
    const { object } = await this.#open(caller, address)
    const rows = await grantsOf(reader, object.space, object.id)
    const names = await namesOfSubjects(
      reader,
      rows.map(({ subject }) => subject),
    )
    return rows.map((row) => ({ ...row, ...(names.get(row.subject) ?? { kind: 'unknown', name: '' }) }))
  }

  async #putGrant(
    caller: Caller,
    { address, subject }: { readonly address: ObjectAddress<SetAddress>; readonly subject: string },
    given: GrantInput<R>,
  ): Promise<void> {
    const object = await this.#openToGive(caller, { address, subject }, given)
    await this.#deps.database.transaction(async (tx) => {
      await lockGrantsOf(tx, object.space, object.id)
      await this.#write(tx, caller, { object, subject }, given)
    })
    this.#deps.granted?.()
  }

  async #revokeGrant(caller: Caller, address: ObjectAddress<SetAddress>, subject: string): Promise<void> {
    const { object } = await this.#open(caller, address)
    await this.#deps.database.transaction(async (tx) => {
      await lockGrantsOf(tx, object.space, object.id)
      const isErased = isUuid(subject) && (await this.#erase(tx, caller, { object, subject }))
      if (!isErased) throw grantNotFound(`there is no grant for ${subject.slice(0, 100)}`)
    })
    this.#deps.granted?.()
  }

  async #heldRights(
    caller: Caller,
    address: ObjectAddress<SetAddress>,
    {
      among,
      objects,
      from = this.#deps.database.reader,
    }: { among: readonly R[]; objects: ObjectSet<R>; from?: Reader },
  ): Promise<readonly R[]> {
    const authority = authorize(caller, objects)
    const filters = among.map((right) => authority.rows(right))
    const { id } = address
    const truths = isUuid(id) ? await coveringFilters(from, objects.visible, id, filters) : undefined
    if (truths === undefined) throw this.#resource.notFound(address)
    return among.filter((_right, index) => truths[index])
  }

  async #open(
    caller: Caller,
    address: ObjectAddress<SetAddress>,
    from: Reader = this.#deps.database.reader,
  ): Promise<{ object: GrantObject; held: readonly R[] }> {
    const objects = this.#resource.open(caller, address)
    const { grantable, granting } = objects.rights
    const held = await this.#heldRights(caller, address, { among: grantable, objects, from })
    if (!held.includes(granting)) throw this.#resource.notAllowed(granting, address)
    const { id } = address
    return { object: { space: objects.space, id, path: `${objects.path}/${id.toLowerCase()}` }, held }
  }

  /** Returns the object when the caller may give these rights to the subject. */
  async #openToGive(
    caller: Caller,
    { address, subject }: { readonly address: ObjectAddress<SetAddress>; readonly subject: string },
    { rights }: GrantInput<R>,
    from: Reader = this.#deps.database.reader,
  ): Promise<GrantObject> {
    const { object, held } = await this.#open(caller, address, from)
    const tooHigh = rights.find((right) => !held.includes(right))
    if (tooHigh !== undefined)
      throw grantTooHigh(`you cannot grant the right ${tooHigh}, because you do not have it yourself`, {
        right: tooHigh,
      })
    if (!isUuid(subject) || (await missingSubjects(from, { paths: [], ids: [subject] })).length > 0)
      throw unknownSubject(`no user, group or item of the organisation chart has the id ${subject.slice(0, 100)}`)
    return object
  }

  async #write(
    tx: Tx,
    caller: Caller,
    { object, subject }: { readonly object: GrantObject; readonly subject: string },
    { rights, comment = '' }: GrantInput<R>,
  ): Promise<void> {
    const author = { by: caller.userId, at: new Date(this.#deps.clock.nowMs()) }
    const { space, id } = object
    const before = await putGrant(tx, { space, object: id, subject, rights, comment }, author)
    const after = { rights, comment }
    await recordAudit(tx, caller, { object: auditName(object, subject), ...(before && { before }), after })
    await this.#resource.grantsChanged?.(tx, object)
  }

  /** Deletes the grant of a subject. Returns false when there is none. */
  async #erase(
    tx: Tx,
    caller: Caller,
    { object, subject }: { readonly object: GrantObject; readonly subject: string },
  ): Promise<boolean> {
    const before = await deleteGrant(tx, object.space, object.id, subject)
    if (before === undefined) return false
    await recordAudit(tx, caller, { object: auditName(object, subject), before })
    await this.#resource.grantsChanged?.(tx, object)
    return true
  }
}

const auditName = ({ path }: GrantObject, subject: string): string => `grant:${path}/${subject.toLowerCase()}`
