/** What one JSON text of a request may hold. Each limit is far above what clients send. */
export const jsonLimits = {
  depth: 100,
  /** Objects, lists, texts, numbers, booleans and nulls: a table of 10,000 rows with 10 columns has 110,000. */
  values: 200_000,
  keysOfObject: 10_000,
  /** Different keys: each costs more than a hundred values, while the rows of a table repeat a few. */
  names: 20_000,
  keyChars: 1000,
  numberChars: 10_000,
} as const
