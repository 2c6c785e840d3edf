import { idOfPath } from '../foundation/kit/ids.ts'

/** The ids and groups by which access rules identify a user. */
export interface Person {
  readonly userId: string
  /** The paths `namespace.code`, in lower case, of the groups that the user is in, directly or through other items. */
  readonly groups: ReadonlySet<string>
  /**
   * The ids of the user (first), of the user's groups, of the positions held and of the departments around these
   * positions.
   */
  readonly ids: readonly string[]
  /** The spaces, such as ids of applications, in which one of `ids` has a grant for a single object. */
  readonly spaces: ReadonlySet<string>
}

/** A person of a caller, with the limits of the substitution. */
export interface ActingPerson extends Person {
  /** The ids of the applications to which the substitution is limited; undefined when it is not limited. */
  readonly applications?: ReadonlySet<string>
}

/**
 * The persons on whose behalf access rules are checked: the user first, then each principal whom the user substitutes
 * for now. A substitution can be limited to applications, so the whole list is private: each method either applies the
 * limits or passes them on.
 */
export class Persons {
  /** No person, for callers to whom access rules do not apply. */
  static readonly none = new Persons([])

  readonly #all: readonly ActingPerson[]

  constructor(all: readonly ActingPerson[]) {
    this.#all = all
  }

  /** The user and the principals of unlimited substitutions: those who count for objects of no application. */
  get everywhere(): readonly Person[] {
    return this.#all.filter(({ applications }) => applications === undefined)
  }

  /** Returns the persons who count in a space, such as an application; with null, those who count everywhere. */
  in(space: string | null): readonly Person[] {
    return this.#all.filter(({ applications }) => applications === undefined || (space && applications.has(space)))
  }

  /**
   * Returns the person of the user alone, without the principals; undefined when access rules do not apply to the
   * caller.
   */
  own(userId: string): Person | undefined {
    return this.everywhere.find((person) => person.userId === userId)
  }

  /** Returns one result for the persons who count everywhere, and one for each person with limits. */
  map<T>(
    everywhere: (persons: readonly Person[]) => T,
    limited: (person: Person, applications: readonly string[]) => T,
  ): readonly T[] {
    const some = this.#all.flatMap((one) => (one.applications ? [limited(one, [...one.applications])] : []))
    return [everywhere(this.everywhere), ...some]
  }

  /** Returns each person alone, with the limits of the substitution. */
  each(): readonly { readonly userId: string; readonly persons: Persons }[] {
    return this.#all.map((one) => ({ userId: one.userId, persons: new Persons([one]) }))
  }

  /** Returns whether a person may have a grant in a space, so that statements can leave out the condition for grants. */
  mayHaveGrants(space: string): boolean {
    return this.#all.some(({ spaces }) => spaces.has(space))
  }
}

/** Returns the id of the application with the path `namespace.code`, as substitutions and definitions name it. */
export function idOfApplication(path: string): string {
  return idOfPath(path.replace('.', '/'))
}
