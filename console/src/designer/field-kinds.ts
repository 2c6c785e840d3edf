/** A field type as named in definition files, with its settings. */
export interface FieldKind {
  readonly word: string
  /** Whether `array` can be chosen. */
  readonly hasArray?: boolean
  readonly hasSearch?: boolean
  readonly hasIndex?: boolean
  /** Kind of input for the default value. Field types without `standard` take the default value as JSON. */
  readonly standard?: 'text' | 'number' | 'boolean' | 'category' | 'none'
}

/** The types of fields, the frequent ones first. */
export const fieldKinds = [
  { word: 'string', hasSearch: true, hasIndex: true, standard: 'text' },
  { word: 'number', hasIndex: true, standard: 'number' },
  { word: 'datetime', hasIndex: true, standard: 'text' },
  { word: 'boolean', hasIndex: true, standard: 'boolean' },
  { word: 'category', hasArray: true, hasIndex: true, standard: 'category' },
  { word: 'money', hasIndex: true },
  { word: 'reference', hasArray: true, hasIndex: true, standard: 'none' },
  { word: 'user', hasArray: true, hasIndex: true, standard: 'none' },
  { word: 'file', hasArray: true, standard: 'none' },
  { word: 'image', hasArray: true, standard: 'none' },
  { word: 'full_name', hasSearch: true },
  { word: 'phone', hasSearch: true },
  { word: 'email', hasSearch: true },
  { word: 'account', hasSearch: true },
  { word: 'link', hasSearch: true, hasIndex: true, standard: 'text' },
  { word: 'any_reference', hasArray: true, standard: 'none' },
  { word: 'role', hasArray: true, standard: 'none' },
  { word: 'org_item', hasArray: true, standard: 'none' },
  { word: 'directory', standard: 'none' },
  { word: 'table', standard: 'none' },
  { word: 'json' },
] as const satisfies readonly FieldKind[]

export type FieldWord = (typeof fieldKinds)[number]['word']

const unknownKind: FieldKind = { word: 'json' }

/** Returns the kind of a field type. A type of a newer server, unknown to the console, is treated like JSON. */
export const kindOf = (word: string): FieldKind => fieldKinds.find((kind) => kind.word === word) ?? unknownKind

/** The keys of a field that every type has; all others are settings of its type. */
const commonKeys = ['code', 'name', 'type', 'required', 'array', 'default', 'indexed', 'search']

/** Returns the keys that a field keeps when it gets another type. */
export function keysOfType(entry: object, word: string): string[] {
  const { hasArray, hasSearch, hasIndex } = kindOf(word)
  const gone = [!hasArray && 'array', !hasSearch && 'search', !hasIndex && 'indexed', 'default']
  return Object.keys(entry).filter((key) => commonKeys.includes(key) && !gone.includes(key))
}
