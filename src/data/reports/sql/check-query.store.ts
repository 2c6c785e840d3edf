import type { Reader, Tx } from '../../../foundation/db/database.ts'
import { id, join, nothing, Sql, sql, toStatement } from '../../../foundation/db/sql.ts'
import type { PlanContext } from '../../../solutions/index.ts'
import { allowedFunctions, allowedNodes, allowedTypes } from './allowed.ts'
import { fillQuery, namesIn, type QueryProblem, type QueryText } from './query-text.ts'

/** What the SQL of a report may use. The types are names of PostgreSQL. */
export interface QueryScope {
  /** The columns of each table, by the name of the table without `bi.`. */
  readonly tables: ReadonlyMap<string, readonly TableColumn[]>
  readonly parameters: ReadonlyMap<string, string>
}

export interface TableColumn {
  readonly name: string
  readonly type: string
}

export interface CheckedQuery {
  /** The columns of the result with their types, as the database describes them. */
  readonly columns: readonly TableColumn[]
  readonly problems: readonly QueryProblem[]
}

const viewName = 'report being checked'

/**
 * Checks the SQL of a report in the database. The SQL is compiled as a view in which every table is an empty
 * sub-query and every parameter is null, and the parse tree of the view is read. The SQL is accepted only if the tree
 * reads no other table, and has only nodes, functions and types from the lists in `allowed.ts`. The view is rolled
 * back.
 */
export async function checkQuery(
  rehearse: NonNullable<PlanContext['rehearse']>,
  query: QueryText,
  scope: QueryScope,
): Promise<CheckedQuery> {
  const statement = viewOf(query, scope)
  try {
    return await rehearse((tx) => describe(tx, statement))
  } catch (error) {
    const problem = problemOf(error, statement)
    if (problem === undefined) throw error
    return { columns: [], problems: [problem] }
  }
}

async function describe(tx: Tx, statement: Sql): Promise<CheckedQuery> {
  await tx.rows(statement)
  const view = sql`to_regclass(${`bi."${viewName}"`}::text)`
  const columns = await tx.rows<TableColumn>(sql`
    select attname as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = ${view} and attnum > 0 order by attnum`)
  const found = await tx.row<{ tree: string; oid: string }>(sql`
    select ev_action::text as tree, ev_class::oid::text as oid from pg_rewrite where ev_class = ${view}`)
  const messages = await faultsOf(tx, found!.tree, found!.oid)
  return { columns, problems: messages.map((message) => ({ line: 1, message })) }
}

/**
 * Converts an error of the database into a problem of the SQL; returns undefined when the SQL did not cause the error.
 */
function problemOf(error: unknown, statement: Sql): QueryProblem | undefined {
  const { code = '', message, hint, position } = error as Record<'code' | 'message' | 'hint' | 'position', string>
  // These errors mean wrong syntax, names or types, values that cannot be converted, or SQL that views cannot contain.
  if (!/^(42|22|21|0A|54)/.test(code)) return undefined
  const before = position === undefined ? '' : toStatement(statement).text.slice(0, Number(position) - 1)
  // The SQL of the report begins in the second line of the statement.
  const line = Math.max(1, before.split('\n').length - 1)
  const advice = code === '42P01' ? 'a report reads only tables written as bi.name' : hint
  return { line, message: advice === undefined ? message : `${message}; ${advice}` }
}

/** Returns the statement that creates the view for the check. */
function viewOf(query: QueryText, { tables, parameters }: QueryScope): Sql {
  const stubs = namesIn(query, 'table').map((name) => {
    const columns = (tables.get(name) ?? []).map((column) => sql`null::${typeSql(column.type)} as ${id(column.name)}`)
    return sql`${id(name)} as (select ${join(columns)})`
  })
  const filled = fillQuery(query, ({ is, name }) =>
    is === 'table' ? id(name) : sql`(null::${typeSql(parameters.get(name)!)})`,
  )
  const list = stubs.length === 0 ? nothing : sql`with ${join(stubs)} `
  return sql`create view bi.${id(viewName)} as ${list}select * from (\n${filled}\n) ${id('report')}`
}

/** Returns the name of a type as SQL. Throws when the text cannot be the name of a type. */
export function typeSql(type: string): Sql {
  if (!/^[a-z][a-z0-9 ]*(\[\])?$/.test(type)) throw new Error(`"${type}" is no name of a type`)
  return new Sql([type], [])
}

/** Returns messages about everything in a parse tree that is not allowed in reports. */
async function faultsOf(reader: Reader, tree: string, ownOid: string): Promise<string[]> {
  const faults: string[] = []
  const all = (pattern: RegExp): string[] => [...new Set([...tree.matchAll(pattern)].map(([, found]) => found!))]
  for (const node of all(/(?<!\\)\{([A-Z_]+)/g)) if (!allowedNodes.has(node)) faults.push(faultOfNode(node))
  const relations = all(/ :relid (\d+)/g).filter((oid) => oid !== '0' && oid !== ownOid)
  const names = await reader.rows<{ name: string }>(
    sql`select c.oid::regclass::text as name from pg_class c where c.oid = any (${relations}::oid[]) order by 1`,
  )
  for (const { name } of names) faults.push(`${name} cannot be read; a report reads only tables written as bi.name`)
  if (relations.length > names.length) faults.push('a report reads only tables written as bi.name')
  const called = await reader.rows<{ name: string; system: boolean; called: boolean }>(sql`
    select distinct p.proname as name, p.pronamespace = 'pg_catalog'::regnamespace as system,
      p.oid = any (${all(/ :(?:funcid|aggfnoid|winfnoid) (\d+)/g)}::oid[]) as called
    from pg_proc p where p.oid = any (${all(/ :(?:funcid|aggfnoid|winfnoid|opfuncid|elemfuncid) (\d+)/g)}::oid[])
    order by 1`)
  for (const { name, system, called: isCalled } of called) {
    if (!system || (isCalled && !allowedFunctions.has(name))) faults.push(faultOfFunction(name))
  }
  const types = await reader.rows<{ name: string; shown: string }>(sql`
    select typname as name, format_type(oid, null) as shown from pg_type
    where oid = any (${all(/ :(?:consttype|resulttype|funcresulttype) (\d+)/g)}::oid[]) order by 1`)
  for (const { name, shown } of types) {
    if (!allowedTypes.has(name)) faults.push(`values of the type ${shown} are not available in reports`)
  }
  return faults
}

function faultOfNode(node: string): string {
  if (node === 'SQLVALUEFUNCTION')
    return 'current_date, current_user and the like are not available in reports; use :now and :caller'
  return `this SQL is not available in reports: ${node.toLowerCase()}`
}

function faultOfFunction(name: string): string {
  const hint = /^(now|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday)$/.test(name)
    ? '; use :now'
    : ''
  return `the function ${name} is not available in reports${hint}`
}
