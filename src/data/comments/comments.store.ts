import type { Reader, Tx } from '../../foundation/db/database.ts'
import { type Sql, sql } from '../../foundation/db/sql.ts'
import { shownName } from '../../foundation/db/user-name.ts'

/** The author of a comment, or a user whom the comment mentions. */
interface NamedUser {
  readonly id: string
  readonly name: string
}

/** A comment on an element. */
export interface Comment {
  readonly id: string
  readonly text: string
  readonly at: string
  readonly by: NamedUser
  readonly mentions: readonly NamedUser[]
}

/** A comment before it is stored. */
export interface NewComment {
  readonly app: string
  readonly element: string
  readonly id: string
  readonly author: string
  readonly text: string
  readonly mentions: readonly string[]
  readonly at: Date
}

export async function insertComment(tx: Tx, comment: NewComment): Promise<void> {
  const { app, element, id, author, text, mentions, at } = comment
  await tx.rows(sql`
    insert into element_comment (app, element, id, author, text, mentions, created_at)
    values (${app}, ${element}, ${id}, ${author}, ${text}, ${mentions}::uuid[], ${at})`)
}

export interface CommentPage {
  readonly app: string
  readonly element: string
  /** The id of a comment; only older comments are returned. */
  readonly before?: string | undefined
  /** The id of the only comment to return. */
  readonly only?: string | undefined
  readonly size: number
}

/** Returns comments on an element, the newest first. */
export async function commentsOn(
  reader: Reader,
  { app, element, before, only, size }: CommentPage,
): Promise<Comment[]> {
  const rows = await reader.rows<Omit<Comment, 'by' | 'mentions'> & { by: string; mentions: string }>(sql`
    select c.id::text, c.text, wire_time(c.created_at) as at,
      (select ${named(sql`u`)} from users u where u.id = c.author)::text as by,
      coalesce((select jsonb_agg(${named(sql`u`)} order by m.place) from unnest(c.mentions) with ordinality m (id, place)
        join users u on u.id = m.id), '[]')::text as mentions
    from element_comment c
    where c.app = ${app} and c.element = ${element} and ${before === undefined ? sql`true` : sql`c.id < ${before}`}
      and ${only === undefined ? sql`true` : sql`c.id = ${only}`}
    order by c.id desc limit ${size}`)
  return rows.map(({ by, mentions, ...comment }) => ({
    ...comment,
    by: JSON.parse(by),
    mentions: JSON.parse(mentions),
  }))
}

const named = (user: Sql): Sql => sql`jsonb_build_object('id', ${user}.id, 'name', ${shownName(user)})`

/** Returns the number of comments on an element. */
export async function countComments(reader: Reader, { app, element }: CommentPage): Promise<number> {
  const row = await reader.row<{ n: number }>(sql`
    select count(*)::int as n from element_comment where app = ${app} and element = ${element}`)
  return row!.n
}

/** Returns, in their order, which of the ids are not the id of a user. */
export async function missingUsers(reader: Reader, ids: readonly string[]): Promise<string[]> {
  const rows = await reader.rows<{ id: string }>(sql`
    select w.id::text as id from unnest(${ids}::uuid[]) with ordinality w(id, place)
    where not exists (select from users u where u.id = w.id and u.deleted_at is null) order by w.place`)
  return rows.map(({ id }) => id)
}
