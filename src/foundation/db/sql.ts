import { createHash } from 'node:crypto'

/**
 * A fragment of SQL. Each `${}` is bound as a value unless it is itself a fragment, made by `sql`, `id()`,
 * `literal()` or `join()`, so that text from outside never becomes part of a statement.
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
 * A whole statement given as text: a migration, or SQL of a library with its own `$1`. Without values, the text may
 * hold several statements; the result is the rows of the last one. A Script is never part of another statement.
 */
export class Script extends Sql {
  readonly values: unknown[]

  constructor(text: string, values: unknown[] = []) {
    super([text], [])
    this.values = values
  }
}

/**
 * A statement whose `column` holds text. In long rows of prepared statements on PostgreSQL, the text arrives as bytes of
 * UTF-8; in all other rows, as a string.
 */
export class BytesOf extends Sql {
  readonly column: string

  constructor({ strings, parts }: Sql, column: string) {
    super(strings, parts)
    this.column = column
  }
}

/** A value used several times in one statement but bound once. */
export class Bound {
  readonly value: unknown
  constructor(value: unknown) {
    this.value = value
  }
}

/** A quoted SQL string, made by `literal()`. */
export class Literal extends Sql {
  readonly value: string

  constructor(value: string) {
    super([`'${value.replaceAll("'", "''")}'`], [])
    this.value = value
  }
}

export function sql(strings: TemplateStringsArray, ...parts: unknown[]): Sql {
  return new Sql(strings, parts)
}

/** Returns the quoted name of a table, column or alias. Only for names that Chancery made itself. */
export function id(name: string): Sql {
  return new Sql([`"${name.replaceAll('"', '""')}"`], [])
}

/**
 * Returns a quoted SQL string. Only for trusted constants, such as a JSON key that was checked against a definition.
 */
export function literal(text: string): Literal {
  return new Literal(text)
}

export const nothing: Sql = new Sql([''], [])

/** Joins fragments with a separator: `join(conditions, sql` and `)`. */
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

/**
 * Returns the same SQL with its nested fragments joined. Worth it for a fragment that is kept for many statements,
 * since writing a statement visits each fragment.
 */
export function flatten(fragment: Sql): Sql {
  const strings = ['']
  const parts: unknown[] = []
  const add = ({ strings: texts, parts: inner }: Sql): void => {
    strings[strings.length - 1] += texts[0]!
    inner.forEach((part, index) => {
      if (part instanceof Sql) add(part)
      else {
        parts.push(part)
        strings.push('')
      }
      strings[strings.length - 1] += texts[index + 1]!
    })
  }
  add(fragment)
  return new Sql(strings, parts)
}

export interface Statement {
  readonly text: string
  readonly values: unknown[]
}

/** Returns the text of a statement with its values numbered `$1`, `$2` … */
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

/** Returns the name under which a statement is prepared. Equal texts have equal names, so they share one plan. */
export function statementName(text: string): string {
  return createHash('sha1').update(text).digest('base64url')
}
