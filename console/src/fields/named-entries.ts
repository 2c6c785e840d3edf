/** The id and the name of a referenced object. A reference whose names were not loaded consists of ids only. */
export interface Named {
  readonly __id: string
  readonly __name: string | null
}

/** Returns the entries of a reference; `__name` is null when the name was not loaded or is not visible. */
export const namedEntries = (value: unknown): readonly Named[] =>
  [value]
    .flat()
    .filter((entry) => entry !== null && entry !== undefined)
    .map((entry) => (typeof entry === 'string' ? { __id: entry, __name: null } : (entry as Named)))

/** Returns the ids of a reference whose names were not loaded, such as a cell of a table or a variable of a process. */
export const unloadedIds = (value: unknown): readonly string[] =>
  [value].flat().filter((entry): entry is string => typeof entry === 'string')
