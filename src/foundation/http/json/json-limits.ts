/** Limits of one JSON text of a request. Each is far above what clients send. */
export const jsonLimits = {
  depth: 100,
  /**
   * Number of objects, lists, texts, numbers, booleans and nulls. A table of 10,000 rows with 10 columns has 110,000.
   */
  values: 200_000,
  keysOfObject: 10_000,
  /** Number of different keys. Each costs more than a hundred values, while the rows of a table repeat a few keys. */
  names: 20_000,
  keyChars: 1000,
  numberChars: 10_000,
} as const
