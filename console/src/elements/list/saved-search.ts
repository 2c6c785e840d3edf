/** Parameters of the address that a saved view does not keep: the page and what is open. */
const momentary = ['page', 'open', 'tab']

/** Returns the query of an address without the parameters that a saved view does not keep. */
export function savedSearch(search: string): string {
  const kept = new URLSearchParams(search)
  for (const name of momentary) kept.delete(name)
  return kept.toString()
}
