import { createHash } from 'node:crypto'

/**
 * SQL written as SQL. Whatever stands in `${}` is bound as a value, unless it is itself `sql`, `id()` or `join()`;
 * so text from outside can't become part of a statement.
 */
export class Sql {
  readonly strings: readonly string[]
  readonly parts: readonly unknown[]

  constructor(strings: readonly string[], parts: readonly unknown[]) {
    this.strings = strings
    this.parts = parts
  }
}

/**
 * A whole statement that comes as text: a migration, or SQL of a library with its own `$1`. Without values it may
 * hold several statements, of which the last one's rows are the answer. Never part of another statement.
 */
export class Script extends Sql {
  readonly values: unknown[]

  constructor(text: string, values: unknown[] = []) {
    super([text], [])
    this.values = values
  }
}

/** A value used several times in one statement, bound once. */
export class Bound {
  readonly value: unknown
  constructor(value: unknown) {
    this.value = value
  }
}

export function sql(strings: TemplateStringsArray, ...parts: unknown[]): Sql {
  return new Sql(strings, parts)
}

/** A name of a table, column or alias. Only names that we made ourselves belong here. */
export function id(name: string): Sql {
  return new Sql([`"${name.replaceAll('"', '""')}"`], [])
}

/** Constant SQL text of our own, such as a JSON key that was checked against a definition. */
export function literal(text: string): Sql {
  return new Sql([`'${text.replaceAll("'", "''")}'`], [])
}

export const nothing: Sql = new Sql([''], [])

/** Puts fragments behind one another: `join(conditions, sql` and `)`. */
export function join(fragments: readonly Sql[], separator: Sql = sql`, `): Sql {
  const strings: string[] = ['']
  const parts: unknown[] = []
  fragments.forEach((fragment, index) => {
    if (index > 0) {
      parts.push(separator)
      strings.push('')
    }
    parts.push(fragment)
    strings.push('')
  })
  return new Sql(strings, parts)
}

export interface Statement {
  readonly text: string
  readonly values: unknown[]
}

/** Numbers the bound values: `$1`, `$2` … */
export function toStatement(fragment: Sql): Statement {
  if (fragment instanceof Script) return { text: fragment.strings[0]!, values: fragment.values }
  const values: unknown[] = []
  const numbers = new Map<Bound, number>()
  let text = ''
  const write = ({ strings, parts }: Sql): void => {
    text += strings[0]
    for (let index = 0; index < parts.length; index++) {
      const part = parts[index]
      if (part instanceof Sql) write(part)
      else if (part instanceof Bound) {
        let number = numbers.get(part)
        if (number === undefined) {
          number = values.push(part.value)
          numbers.set(part, number)
        }
        text += `$${number}`
      } else text += `$${values.push(part)}`
      text += strings[index + 1]
    }
  }
  write(fragment)
  return { text, values }
}

/** The name under which a statement is prepared; equal texts share one plan. */
export function statementName(text: string): string {
  return createHash('sha1').update(text).digest('base64url')
}
