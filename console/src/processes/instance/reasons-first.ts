/**
 * Returns the waits in another order: waits for the steps inside a sub-process or for other branches come last,
 * because their reasons are among the other waits.
 */
export function reasonsFirst<Wait extends { readonly kind: string }>(waits: readonly Wait[]): readonly Wait[] {
  const isIndirect = ({ kind }: Wait): boolean => kind === 'inside' || kind === 'branches'
  return [...waits.filter((wait) => !isIndirect(wait)), ...waits.filter(isIndirect)]
}
