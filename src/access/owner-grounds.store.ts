import { Bound, type Sql, sql } from '../foundation/db/sql.ts'
import { type Ground, type Holder, type Reasons, separateReasons } from './ground.ts'
import { idsOf, type Rows } from './object-rights.store.ts'
import { anyFilter, type RowFilter, rowFilterSql } from './row-filter.ts'

/**
 * Creates the ground of ownership: the owner of an object, and whoever substitutes the owner, has all rights to it.
 */
export function ownerGround<R extends string>({ userId, persons }: Holder, owner: (row: Sql) => Sql): Ground<R> {
  const users = new Bound([...new Set([userId, ...persons.map((person) => person.userId)])])
  const rows: RowFilter = (row) => ({ sql: sql`${owner(row)} = any (${users}::uuid[])`, looksElsewhere: false })
  const reason = { by: 'rule', from: 'definition', sentence: 'the creator may do everything' } as const
  return { rows: () => rows, explain: (context) => separateReasons(context, [{ reason, rows }]) }
}

/** The containers around objects, such as the directories around files. */
export interface Containers<R extends string> {
  readonly rows: Rows
  /** The uuid array of the containers around the row. The array may contain the row itself. */
  readonly chain: (row: Sql) => Sql
  /** The grounds that give rights to a container. */
  readonly grounds: readonly Ground<R>[]
  /**
   * Returns the condition for lists: a container around the row gives the right. `covers` returns the condition that
   * a container gives the right. Without this function, lists check the chain of each row.
   */
  readonly search?: (row: Sql, covers: (container: Sql) => Sql) => Sql
}

/** Creates the ground of inheritance: a right to a container is a right to everything below the container. */
export function inheritedGround<R extends string>({
  rows: containers,
  chain,
  grounds,
  search,
}: Containers<R>): Ground<R> {
  return {
    rows(right) {
      const filter = anyFilter(grounds.map((ground) => ground.rows(right)))
      if (filter === false) return false
      const covers = (container: Sql): Sql => rowFilterSql(filter, container)
      return (row, ofMany) => ({
        sql:
          ofMany && search
            ? search(row, covers)
            : sql`exists (select from ${containers.relation} a where ${containers.id(sql`a`)} = any (${chain(row)})
                and ${covers(sql`a`)})`,
        looksElsewhere: false,
      })
    },
    async explain(context): Promise<Reasons> {
      const { reader, all, objectId } = context
      if (objectId === undefined) return { because: [], but: [] }
      const because = []
      for (const id of await idsOf(reader, all, objectId, chain)) {
        for (const ground of grounds) {
          const found = await ground.explain({ ...context, all: containers, objectId: id })
          const place = id === objectId.toLowerCase() ? '' : `, inherited from ${id}`
          because.push(...found.because.map((reason) => ({ ...reason, sentence: `${reason.sentence}${place}` })))
        }
      }
      return { because, but: [] }
    },
  }
}
