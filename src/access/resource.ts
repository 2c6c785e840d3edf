import type { Tx } from '../foundation/db/database.ts'
import type { Caller } from '../people/index.ts'
import type { Protected } from './authorize.ts'
import type { Rows } from './object-rights.store.ts'

/**
 * A type of objects with rights of its own, such as elements, files or directories. The declaration says which rights
 * exist and which grounds give them. Grants for single objects, the audit of changed grants and explanations follow
 * from it.
 */
export interface Resource<R extends string, SetAddress extends object> {
  /** Opens the set of objects at an address for a caller. Throws when the caller may not know of the set. */
  open(caller: Caller, address: SetAddress): ObjectSet<R>
  /** Returns the 404 for an object that does not exist or that the caller may not see. */
  notFound(address: ObjectAddress<SetAddress>): Error
  /** Returns the 403 for an object that the caller may see, but to which the caller lacks the right. */
  notAllowed(right: R, address: SetAddress): Error
  /** Runs in the transaction that changes the grants of an object. */
  grantsChanged?(tx: Tx, object: GrantObject): Promise<void>
}

/** The address of an object: the address of its set, such as namespace and code of an application, and its id. */
export type ObjectAddress<SetAddress extends object> = SetAddress & { readonly id: string }

/** A set of objects, opened for a caller. */
export interface ObjectSet<R extends string> extends Protected<R> {
  /** The path of the set, such as `law.matters` or `files`, in the audit log and in explanations. */
  readonly path: string
  /** The rows that the caller may see. */
  readonly visible: Rows
  /** All rows of the set, regardless of the caller. */
  readonly all: Rows
}

/** An object that rights can be granted for. */
export interface GrantObject {
  readonly space: string
  readonly id: string
  /** The name of the object in the audit log, such as `law.matters/<id>`. */
  readonly path: string
}
