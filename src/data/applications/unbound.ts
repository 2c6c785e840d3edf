import { literal, Script, type Sql, toStatement } from '../../foundation/db/sql.ts'

/**
 * Returns a statement with its bound values written as constants, for DDL, which takes no parameters. Use only for
 * values that are constants of the program or codes of definitions.
 */
export function withoutBinding(statement: Sql): Script {
  const { text, values } = toStatement(statement)
  return new Script(text.replace(/\$(\d+)/g, (_, number) => constant(values[Number(number) - 1])))
}

function constant(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return literal(value).strings[0]!
  if (Array.isArray(value)) return value.length === 0 ? "'{}'" : `array[${value.map(constant).join(', ')}]`
  throw new Error(`a value of type ${typeof value} can't be a constant in SQL`)
}
