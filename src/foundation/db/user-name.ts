import { type Sql, sql } from './sql.ts'

/** SQL for the full name of a row of `users`: last, first and middle name. It is empty if the user has no name. */
export const fullName = (user: Sql): Sql =>
  sql`concat_ws(' ', nullif(${user}.lastname, ''), nullif(${user}.firstname, ''), nullif(${user}.middlename, ''))`

/** SQL for the name under which people see a user: the full name, or the login of a user without one. */
export const shownName = (user: Sql): Sql => sql`coalesce(nullif(${fullName(user)}, ''), ${user}.login)`
