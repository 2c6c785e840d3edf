/** Returns the rows by their groups, in the order of the rows. Without `keyOf`, all rows are one group. */
export function groupsOf<Row>(
  rows: readonly Row[],
  keyOf: ((row: Row) => string) | undefined,
): readonly (readonly [key: string, rows: readonly Row[]])[] {
  return [...Map.groupBy(rows, (row) => keyOf?.(row) ?? '')]
}
