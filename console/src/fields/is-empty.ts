/**
 * Returns whether a value counts as missing, as the server does: null, a blank text, an empty list, or a table without
 * rows.
 */
export function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === ''
  if (Array.isArray(value)) return value.length === 0
  const { rows } = (value ?? {}) as { readonly rows?: unknown }
  return value === null || value === undefined || (Array.isArray(rows) && rows.length === 0)
}
