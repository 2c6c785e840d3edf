/** A FEEL type: the declared type of a name, or the right side of `instance of`. */
export type FeelType =
  | 'Any'
  | 'Null'
  | 'number'
  | 'string'
  | 'boolean'
  | 'date'
  | 'time'
  | 'date and time'
  | 'days and time duration'
  | 'years and months duration'
  | 'range'
  | 'function'
  | { readonly list: FeelType }
  | { readonly range: FeelType }
  | { readonly context: Readonly<Record<string, FeelType>> }
  | { readonly parameters: readonly FeelType[]; readonly result: FeelType }

export const simpleTypes = [
  'Any',
  'Null',
  'number',
  'string',
  'boolean',
  'date',
  'time',
  'date and time',
  'days and time duration',
  'years and months duration',
  'range',
  'function',
] as const

/** Returns the type of the items of a list type; any other type unchanged. */
export function itemType(type: FeelType): FeelType {
  return typeof type === 'object' && 'list' in type ? type.list : type
}

/** Returns the entries of a context type; undefined when they are not known. */
export function entriesOf(type: FeelType): Readonly<Record<string, FeelType>> | undefined {
  return typeof type === 'object' && 'context' in type ? type.context : undefined
}
