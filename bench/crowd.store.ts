import type { Database } from '../src/foundation/db/database.ts'
import { id, sql } from '../src/foundation/db/sql.ts'
import { idPrefix } from './template.ts'

/** The size of an organisation: users, and groups in chains of five where each group contains the next one. */
export interface Crowd {
  readonly users: number
  readonly groups: number
}

const depth = 5
const rowsAtOnce = 10_000

/**
 * Inserts users and groups whose ids end in their number. User n is in the innermost groups n, n + 1 and n + 2 (modulo
 * the number of innermost groups).
 */
export async function fillCrowd(database: Database, { users, groups }: Crowd): Promise<void> {
  const chains = groups / depth
  await database.single.rows(sql`
    insert into users (id, login, lastname, created_at, created_by, updated_at, updated_by)
    select ${idOf('user')}, 'user' || n, 'User ' || n, now(), ${nobody}, now(), ${nobody}
    from generate_series(1, ${users}::int) n`)
  await database.single.rows(sql`
    insert into user_group (id, namespace, code, name, created_at, created_by, updated_at, updated_by)
    select ${idOf('group')}, 'global', 'group' || n, 'Group ' || n, now(), ${nobody}, now(), ${nobody}
    from generate_series(0, ${groups}::int - 1) n`)
  // Group n contains group n + chains, which is one level further in.
  await database.single.rows(sql`
    insert into group_member (group_id, member, kind, created_at, created_by)
    select ${idOf('group')}, (${prefixes.group} || lpad(to_hex(n + ${chains}::int), 12, '0'))::uuid, 'group', now(), ${nobody}
    from generate_series(0, ${groups - chains}::int - 1) n`)
  await database.single.rows(sql`
    insert into group_member (group_id, member, kind, created_at, created_by)
    select (${prefixes.group} || lpad(to_hex(${groups - chains}::int + (u.n + k) % ${chains}::int), 12, '0'))::uuid,
      (${prefixes.user} || lpad(to_hex(u.n), 12, '0'))::uuid, 'user', now(), ${nobody}
    from generate_series(1, ${users}::int) u (n), generate_series(0, 2) k`)
  for (const table of ['users', 'user_group', 'group_member']) {
    await database.outsideTransaction(sql`vacuum (analyze) ${id(table)}`)
  }
}

/**
 * Gives two users access to each element: one of the first hundred users by the field `owner`, and one of the second
 * hundred by a grant.
 */
export async function giveHundredth(database: Database, app: string, rows: number): Promise<void> {
  for (let from = 1; from <= rows; from += rowsAtOnce) {
    await giveSome(database, app, from, Math.min(rows, from + rowsAtOnce - 1))
  }
  for (const table of ['element_default', 'access_grant']) {
    await database.outsideTransaction(sql`vacuum (analyze) ${id(table)}`)
  }
}

async function giveSome(database: Database, app: string, from: number, to: number): Promise<void> {
  const owner = sql`(${prefixes.user} || lpad(to_hex(1 + n % 100), 12, '0'))`
  const element = sql`(${idPrefix} || lpad(to_hex(n), 12, '0'))::uuid`
  await database.single.rows(sql`
    update element set body = body || jsonb_build_object('owner', jsonb_build_array(${owner}))
    from generate_series(${from}::int, ${to}::int) n where app = ${app} and id = ${element}`)
  await database.single.rows(sql`
    insert into access_grant (space, object, subject, rights, created_at, created_by)
    select ${app}::uuid, ${element}, (${prefixes.user} || lpad(to_hex(101 + n % 100), 12, '0'))::uuid, '{view}', now(), ${nobody}
    from generate_series(${from}::int, ${to}::int) n`)
}

export const prefixes = { user: '018f0001-0000-7000-8000-', group: '018f0002-0000-7000-8000-' }
const nobody = '00000000-0000-0000-0000-000000000000'

function idOf(what: keyof typeof prefixes) {
  return sql`(${prefixes[what]} || lpad(to_hex(n), 12, '0'))::uuid`
}
