import { grantsGround } from './grants-ground.ts'
import type { Ground, Holder, RightsHolder } from './ground.ts'
import { conditionOfField } from './person-condition.ts'
import type { FieldRight, ResourceRights, Right } from './rights.ts'
import { anyFilter, conditionFilter, everyFilter, type RowFilter } from './row-filter.ts'
import { type RuledRows, rulesGround } from './rules-ground.ts'

/** The rights of a caller to the objects of one set. */
export interface Authority<R extends string = Right> {
  /** Whether the set of objects is visible to the caller. */
  readonly knows: boolean
  rows(right: R): RowFilter
  field(code: string, right: FieldRight): RowFilter
}

/**
 * A set of objects that share their grounds, such as the elements of one application, all files or all directories.
 */
export interface Protected<R extends string> {
  /** The id under which grants for the objects are stored, such as the application's id, or one id for all files. */
  readonly space: string
  readonly rights: ResourceRights<R>
  /**
   * Returns the grounds that give rights to the holder, that is, to the persons of the caller who count in the set.
   */
  grounds(holder: Holder, caller: RightsHolder): readonly Ground<R>[]
  /** Returns the rows in which these persons may read or write a field; without this function, all rows. */
  field?(holder: Holder, code: string, right: FieldRight): RowFilter
  /**
   * Returns the rows that belong to applications, for a set that holds objects of several applications. Without this
   * function, the objects of the set belong to the application `space`, or to none.
   */
  ofApplications?(applications: readonly string[]): RowFilter
}

const unlimited: Authority<string> = { knows: true, rows: () => true, field: () => true }

/** Returns the rights of a caller to the objects of a set. Administrators have all rights. */
export function authorize<R extends string>(caller: RightsHolder, objects: Protected<R>): Authority<R> {
  if (caller.administrator) return unlimited
  const rows = once((right: R) => rowsFor(caller, objects, right))
  const fieldFilter = (right: FieldRight) =>
    once((code: string) => {
      const { field } = objects
      return field === undefined || countedRows(caller, objects, (holder) => field(holder, code, right))
    })
  const fields = { read: fieldFilter('read'), write: fieldFilter('write') }
  return {
    knows: objects.rights.revealing.some((right) => rows(right) !== false),
    rows,
    field: (code, right) => fields[right](code),
  }
}

/** Returns the rows of a set to which a caller has one right, for code that needs no other right. */
export function rowsFor<R extends string>(caller: RightsHolder, objects: Protected<R>, right: R): RowFilter {
  if (caller.administrator) return true
  return countedRows(caller, objects, (holder) =>
    anyFilter(objects.grounds(holder, caller).map((ground) => ground.rows(right))),
  )
}

function countedRows<R extends string>(
  caller: RightsHolder,
  objects: Protected<R>,
  rowsOf: (holder: Holder) => RowFilter,
): RowFilter {
  return anyFilter(countedHolders(caller, objects).map(({ holder, within }) => everyFilter([within, rowsOf(holder)])))
}

/** Persons of a caller, and the rows of a set in which they count. */
export interface CountedHolder {
  readonly holder: Holder
  readonly within: RowFilter
}

/**
 * Returns the persons of a caller who count in a set. Principals whose substitution is limited to applications count
 * only in the rows that belong to these applications.
 */
export function countedHolders<R extends string>(
  { userId, persons }: RightsHolder,
  { space, ofApplications }: Protected<R>,
): readonly CountedHolder[] {
  if (ofApplications === undefined) return [{ holder: { userId, persons: persons.in(space) }, within: true }]
  const all = persons.map<CountedHolder>(
    (everywhere) => ({ holder: { userId, persons: everywhere }, within: everywhere.length > 0 }),
    (person, applications) => ({
      holder: { userId: person.userId, persons: [person] },
      within: ofApplications(applications),
    }),
  )
  return all.filter(({ within }) => within !== false)
}

/** Returns the objects that access rules protect. Grants for single objects count in addition to the rules. */
export function protectedByRules<R extends string>(about: RuledRows<R>): Protected<R> {
  const { ruled, rights } = about
  return {
    space: ruled.id,
    rights,
    grounds(holder) {
      // Without any grant in the space, the condition for grants is left out of all statements.
      const granted = holder.persons.filter(({ spaces }) => spaces.has(ruled.id))
      const grants = { space: ruled.id, rights, collectsForLists: true }
      return [rulesGround(holder, about), grantsGround({ ...holder, persons: granted }, grants)]
    },
    field: ({ persons }, code, right) =>
      conditionFilter(about, persons, (person) => conditionOfField(about, person, code, right)),
  }
}

/**
 * Returns a function that computes its result once per key. The results live as long as the authority.
 */
function once<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const results = new Map<Key, { readonly value: Value }>()
  return (key) => {
    const result = results.get(key) ?? { value: compute(key) }
    results.set(key, result)
    return result.value
  }
}
