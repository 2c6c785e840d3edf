/**
 * Returns the waits with those last that only say that something else is awaited: the steps inside a sub-process and the
 * other branches. Their reasons are among the other waits.
 */
export function reasonsFirst<Wait extends { readonly kind: string }>(waits: readonly Wait[]): readonly Wait[] {
  const isIndirect = ({ kind }: Wait): boolean => kind === 'inside' || kind === 'branches'
  return [...waits.filter((wait) => !isIndirect(wait)), ...waits.filter(isIndirect)]
}
