import type { TSchema } from 'typebox'
import type { Sql } from '../db/sql.ts'
import type { JsonObject, JsonValue } from '../kit/json.ts'

/** A field as an application (or a process context) defines it; frozen. */
export interface Field {
  readonly code: string
  /** Title, for people. */
  readonly name: string
  readonly type: FieldType
  readonly required: boolean
  /** Several values where the type allows one or several: references, users, files, categories. */
  readonly array: boolean
  readonly indexed: boolean
  readonly searchable: boolean
  /** Already normalised by `type.read`. */
  readonly defaultValue: JsonValue
  /** What the type's `settings` schema describes: the values of a category, the target of a reference … */
  readonly settings: JsonObject
  /** Of a table: the fields of its rows, by code. */
  readonly columns?: ReadonlyMap<string, Field>
}

/**
 * A field type knows everything of itself; a new one is a new file and a line in `field-types.ts`.
 * Values are kept in JSON in the very shape of the wire, so that PostgreSQL can hand them out as they are.
 */
export interface FieldType {
  /** As the wire spells it: STRING, FLOAT … */
  readonly code: string
  /** The word in a definition file: `string`, `number` … */
  readonly word: string
  /**
   * SQL type of the column in the `bi` views, and the value for it, already of that type; null for JSON of another kind.
   * `typeOf` is there when the type depends on the field.
   */
  readonly column: {
    readonly type: string
    readonly typeOf?: (field: Field) => string
    readonly value: (json: Sql, field: Field) => Sql
  }
  /** What a definition file may say beside code, name, required … */
  readonly settings: TSchema
  /** Gives settings of the right shape their one form, and notes what contradicts itself in them. */
  readonly readSettings?: (settings: JsonObject, problem: Problem) => JsonObject
  /** Whether `array: true` may be said of a field; `always`: a list by nature, `array` need not be said. */
  readonly several?: 'optional' | 'always'
  /** JSON Schema of a value as it is answered, `null` aside. */
  readonly wire: (field: Field) => TSchema

  /**
   * Checks a written value and gives it the one shape in which it is kept.
   * Never called with null or undefined. Throws through `wrongValue(field, …)`.
   */
  readonly read: (value: unknown, field: Field) => JsonValue
  /**
   * A cell of an import as a value for `read`; never called with ''. Where `refersTo` is an element, a user, a file or
   * a directory, it is the list of texts between `;`, to be looked up first. Throws through `wrongValue`, too.
   */
  readonly cell: (text: string, field: Field) => unknown

  /** Whose ids the value holds, so that they can be checked to exist. */
  readonly refersTo?: (field: Field) => Reference
  /** The ids (or items) that a kept value holds. */
  readonly references?: (value: JsonValue) => readonly string[]

  /** How kept values are compared and sorted; absent when only "is it empty?" can be asked. */
  readonly comparable?: (field: Field) => Comparable
  /** Fields inside the value that a filter may name with a dot: `fullname.lastname`. */
  readonly parts?: Readonly<Record<string, Part>>
  /** Reads the criterion of `tf` for this field. Never called with null. Throws through `wrongCriterion`. */
  readonly criterion: (value: unknown, field: Field) => Criterion
}

/** Notes that something at a place inside the settings is wrong. */
export type Problem = (path: readonly (string | number)[], message: string) => void

export type Reference =
  | { readonly to: 'element'; readonly namespace: string; readonly code: string }
  | { readonly to: 'user' | 'file' | 'item' | 'directory' | 'group' }

export interface Part {
  readonly json: (json: Sql) => Sql
  readonly type: FieldType
}

/**
 * What two compared things must share.
 * `instant` is text without the Z (`2026-05-01T00:00:00`, fraction only when there is one): its order is the order in time,
 * and unlike a cast to timestamptz it can be indexed. `id` is the text of a uuid in lower case.
 */
export type Kind = 'text' | 'number' | 'boolean' | 'instant' | 'id' | 'code' | 'item' | 'int'

export type Comparable = One | Many

/** The value is one thing: `value` makes text, numeric or boolean of the jsonb expression. */
export interface One {
  readonly kind: Kind
  readonly many: false
  readonly value: (json: Sql) => Sql
}

/** The value is a JSON array. */
export interface Many {
  readonly kind: Kind
  readonly many: true
  /** Text (or number) to compare, from one entry of the array as jsonb. */
  readonly entry: (entry: Sql) => Sql
  /** What an entry with this value contains, for `@>`: `{"code": "a"}`, or the id itself. */
  readonly holding: (value: string | number) => JsonValue
  /** Text by which a list is sorted. */
  readonly sort: (json: Sql) => Sql
  /** The texts of all entries as the text of a JSON array, for lists that can be searched; immutable, so that an index may hold it. */
  readonly text?: (json: Sql) => Sql
}

/** A criterion of `tf`, before it becomes SQL. Values have the type of the field's kind (instants are ISO with Z). */
export type Criterion =
  | { readonly is: 'empty' }
  | { readonly is: 'like'; readonly text: string }
  | { readonly is: 'equal'; readonly value: string | number | boolean }
  | { readonly is: 'between'; readonly min?: string | number; readonly max?: string | number }
  | { readonly is: 'anyOf'; readonly values: readonly (string | number)[] }
