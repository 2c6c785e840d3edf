import type { TSchema } from 'typebox'
import type { FeelType } from '../feel/index.ts'
import type { Sql } from '../foundation/db/sql.ts'
import type { JsonObject, JsonValue } from '../foundation/kit/json.ts'
import type { Cell } from './cells.ts'

/** A field as an application or a process context defines it; frozen. */
export interface Field {
  readonly code: string
  /** The title for people. */
  readonly name: string
  readonly type: FieldType
  readonly required: boolean
  /** Whether the field may hold several values. Always true for types that are lists by nature, such as phones. */
  readonly array: boolean
  readonly indexed: boolean
  readonly searchable: boolean
  /** The default value, already normalised by `type.read`. */
  readonly defaultValue: JsonValue
  /**
   * The settings that the type's `settings` schema describes, such as the values of a category or the target of a
   * reference.
   */
  readonly settings: JsonObject
  /** The fields of a table's rows, by code; absent for other types. */
  readonly columns?: ReadonlyMap<string, Field>
  /**
   * The values of a category; absent for other types, and for a system field that is compared like a category but has
   * no fixed set of values, such as the namespace of an application.
   */
  readonly values?: CategoryValues
}

export interface CategoryValue {
  readonly code: string
  readonly name: string
}

export interface CategoryValues {
  /** The values by code. The key type is `unknown` because callers may write anything as a code. */
  readonly byCode: ReadonlyMap<unknown, CategoryValue>
  /** The values by their code and by their name, both in lower case. */
  readonly byWord: ReadonlyMap<string, CategoryValue>
}

/**
 * The wire form, the storage and the reading of a type of value. `field-types.ts` lists the types.
 * Values are stored in JSON exactly as the API shows them, so that PostgreSQL can return them unchanged.
 */
interface TypeOfValue {
  /** The name of the type in the API, such as `STRING` or `FLOAT`. */
  readonly code: string
  /** The name of the type in a definition file, such as `string` or `number`. */
  readonly word: string
  /**
   * The column of the field in the `bi` views: its SQL type, and the SQL that converts the stored JSON to that type.
   * The field may have had another type before, so the SQL must accept any JSON. `typeOf` is set when the SQL type
   * depends on the field. `fromCompared` makes the value from the compared value of `comparable`, with the same result for all that the type stores; it is
   * absent where the compared value is only a part of the stored value.
   */
  readonly column: {
    readonly type: string
    readonly typeOf?: (field: Field) => string
    readonly value: (json: Sql, field: Field) => Sql
    readonly fromCompared?: (compared: Sql, field: Field) => Sql
  }
  /**
   * The schema of the type's own keys in a definition file, besides the common keys such as `code`, `name` and
   * `required`.
   */
  readonly settings: TSchema
  /** Normalises settings of the right shape and reports contradictions in them. */
  readonly readSettings?: (settings: JsonObject, problem: Problem) => JsonObject
  /** Whether a definition may say `array: true`. `always`: the type is a list by nature and needs no `array`. */
  readonly several?: 'optional' | 'always'
  /** Returns the JSON Schema of a value in answers, without `null`. */
  readonly wire: (field: Field) => TSchema

  /**
   * Checks a written value and returns it in its stored form. Never called with null or undefined. Throws the error of
   * `wrongValue(field, …)`.
   */
  readonly read: (value: unknown, field: Field) => JsonValue
  /**
   * Converts a cell of an import to a value for `read`. Never called with an empty text. If the field refers to
   * elements of one application or to users, the result is the list of the texts separated by `;`, and the import
   * replaces these texts by ids before it calls `read`. Cells for files and directories contain ids. Throws the error
   * of `wrongValue(field, …)`.
   */
  readonly cell: (text: string, field: Field) => unknown

  /**
   * Returns the kind of object whose ids the value holds. Ids of elements, users and files are checked when a value
   * is written.
   */
  readonly refersTo?: (field: Field) => Reference
  /** Returns the ids (or items) in a stored value. */
  readonly references?: (value: JsonValue) => readonly string[]

  /** The parts of the value that a filter may name with a dot, such as `fullname.lastname`. */
  readonly parts?: Readonly<Record<string, Part>>
  /**
   * Reads the criterion of `tf` for this field. Never called with null. Throws the error of `wrongCriterion(field, …)`.
   */
  readonly criterion: (value: unknown, field: Field) => Criterion

  /** Whether a value is rows with a cell for each of `columns`. */
  readonly holdsRows?: true
  /** Whether the files of the field can only be images. */
  readonly onlyImages?: true
  /** Whether a rule of access may name the field, because the field holds users, groups or items of the chart. */
  readonly holdsSubjects?: true
  /** Whether a value is a plain text, so that the field can hold a registration number. */
  readonly isPlainText?: true
}

/** A type of value. It declares every use, and `undefined` for a use that its values do not have. */
export type FieldType = TypeOfValue & Uses

/** The uses of values. */
export interface Uses {
  /** Returns how stored values are compared and sorted; without it, a filter can only ask whether the field is empty. */
  readonly comparable: ((field: Field) => Comparable) | undefined
  /** Returns the SQL of a value as it appears in the name of an element; without it, a name leaves the value out. */
  readonly inName: ((json: Sql, field: Field) => Sql) | undefined
  /** Returns the cell of a value in a file of exported elements. Never called with null. */
  readonly exported: ((value: unknown, field: Field, known: KnownStatuses) => Cell) | undefined
  /** How the placeholders of documents read an entry of a value. The values of users and elements replace their ids. */
  readonly inDocuments: InDocuments | undefined
  /** The inputs of document templates that take such values, by their words in the settings of a template. */
  readonly asInputs: Readonly<Record<string, InputForm>> | undefined
  /** The types of variables and of fields of tasks that hold such values, by their words in a diagram. */
  readonly asVariables: Readonly<Record<string, VariableForm>> | undefined
  /** How expressions and scripts read and write a value; declared by types of variables. */
  readonly inExpressions: InExpressions | undefined
  /** Returns how a column of a report holds values of this type. */
  readonly asReportColumn: ((field: Field) => ReportColumn) | undefined
  /** Whether a parameter of a report can have the type. The SQL of the parameter is that of `column`. */
  readonly asReportParameter: true | undefined
}

/** The form of a value in expressions and scripts. A list of values has this form for each of its entries. */
interface InExpressions {
  /** Returns the FEEL type of an entry, by which FEEL reads strings such as decimals and dates. */
  readonly type: (field: Field) => FeelType
  /** Whether the stored form is a list even for one value. */
  readonly isStoredAsList?: true
  /** Returns a stored entry in the form that expressions read. */
  readonly read?: (entry: JsonValue, field: Field) => JsonValue
  /** Returns an entry of a result in the form that `read` of the type accepts. Local times count in `timeZone`. */
  readonly write?: (entry: JsonValue, field: Field, timeZone: string) => JsonValue
}

/** The form of an entry of a value in documents. */
interface InDocuments {
  readonly type: (field: Field) => ValueType
  /** Returns a stored entry in the form that placeholders read. */
  readonly value?: (entry: JsonValue, field: Field) => JsonValue
}

/** An input of a document template. */
export interface InputForm {
  readonly type: ValueType
  readonly fits: (value: JsonValue) => boolean
  /** The expected value, as an error message names it, such as `a number`. */
  readonly expected: string
  /** Whether the input declares columns, and its value is a list of rows with their cells. */
  readonly hasColumns?: true
}

/** A type of variables. */
export interface VariableForm {
  /** The settings of a field of this type. */
  readonly settings?: JsonObject
  /** Reads a written value; by default as a field of an application does. */
  readonly read?: FieldType['read']
  /**
   * The part that a declaration needs besides the type: the application of an element, the values of a choice, or the
   * columns of a table.
   */
  readonly needs?: 'application' | 'values' | 'columns'
  /** Whether no column of a table can have the type. */
  readonly isOutsideTables?: true
}

/** A column in the result of a report's SQL. */
export interface ReportColumn {
  /** The column's word in messages. */
  readonly word: string
  /** Returns whether the SQL may return this SQL type. */
  readonly accepts: (sqlType: string) => boolean
  /** Returns the SQL of the value as jsonb, as the API shows it. */
  readonly json: (value: Sql) => Sql
  /** Returns the SQL of the value as JSON text, never null; set where that is faster than printing `json`. */
  readonly text?: (value: Sql) => Sql
  /** How values are compared and sorted; without it, a filter can only ask whether the column is empty. */
  readonly compared?: { readonly kind: ColumnKind; readonly value: (value: Sql) => Sql }
  /** Returns the cell of a value in an exported file. Never called with null. */
  readonly cell: (value: unknown) => Cell
}

/** The type of a value that a placeholder of a document can read. */
export type ValueType =
  | 'Any'
  | 'number'
  | 'string'
  | 'boolean'
  | 'date'
  | 'time'
  | 'date and time'
  | { readonly list: ValueType }
  | { readonly context: Readonly<Record<string, ValueType>> }

/** The statuses of the application whose elements are exported. */
export type KnownStatuses = readonly { readonly id: number; readonly name: string }[]

/** Reports a problem at a place inside the settings. */
export type Problem = (path: readonly (string | number)[], message: string) => void

type Reference =
  | { readonly to: 'element'; readonly namespace: string; readonly code: string }
  | { readonly to: 'user' | 'file' | 'item' | 'directory' | 'group' }

export interface Part {
  readonly json: (json: Sql) => Sql
  readonly type: FieldType
  /** Whether the compared value of the whole field is the compared value of this part. */
  readonly isCompared?: true
}

/**
 * The kind of a compared value; two values can be compared only when their kinds belong to one family, such as `id`
 * and `uuid`. `instant` is text without the Z (`2026-05-01T00:00:00`, with a fraction only when it is not zero): the
 * order of the texts is the order of time, and unlike a cast to `timestamptz` the text can be indexed. `id` is the
 * text of a uuid in lower case.
 */
type Kind = 'text' | 'number' | 'boolean' | 'instant' | 'id' | 'code' | 'item' | 'int'

/** The kind of a compared SQL column: also `timestamp` for `timestamptz` and `uuid` for `uuid`. */
export type ColumnKind = Kind | 'timestamp' | 'uuid'

export type Comparable = One | Many

/** A field with a single value. `value` returns the SQL of its text, numeric or boolean, made from the stored jsonb. */
export interface One {
  readonly kind: Kind
  readonly many: false
  readonly value: (json: Sql) => Sql
  /**
   * Returns the JSON in which a compared value is stored, for lists of such values; by default, this is the value
   * itself.
   */
  readonly stored?: (value: string | number) => JsonValue
  /** Whether values may be long, so that field tables leave them out unless an index serves the field. */
  readonly isLong?: boolean
}

/** A field whose value is a JSON array. */
export interface Many {
  readonly kind: Kind
  readonly many: true
  /** Returns the SQL of the text or number to compare, made from one entry of the array as jsonb. */
  readonly entry: (entry: Sql) => Sql
  /** Returns the JSON that an entry with this value contains, for `@>`: `{"code": "a"}`, or the id itself. */
  readonly holding: (value: string | number) => JsonValue
  /** Returns the SQL of the text by which a list is sorted. */
  readonly sort: (json: Sql) => Sql
  /**
   * Returns the SQL of the texts of all entries, as the text of a JSON array; set for lists that can be searched. The
   * SQL is immutable, so that an index may hold it.
   */
  readonly text?: (json: Sql) => Sql
  /** The same as `One.isLong`. */
  readonly isLong?: boolean
}

/**
 * A criterion of `tf`, before it is compiled to SQL. Its values have the type of the field's kind; instants are ISO
 * text with Z.
 */
export type Criterion =
  | { readonly is: 'empty' }
  | { readonly is: 'like'; readonly text: string }
  | { readonly is: 'equal'; readonly value: string | number | boolean }
  | { readonly is: 'between'; readonly min?: string | number; readonly max?: string | number }
  | { readonly is: 'anyOf'; readonly values: readonly (string | number)[] }
