/**
 * The regular expression of codes of namespaces, applications, fields and statuses. Their case is kept and counts in
 * addresses. Two underscores at the start are reserved for system fields.
 */
export const codePattern = '_?[A-Za-z][A-Za-z0-9_]*'

/**
 * Returns the form in which two codes are equal when they differ only in case. Such codes cannot exist side by side:
 * case-insensitive file systems and many SQL tools do not tell them apart.
 */
export function foldCode(code: string): string {
  return code.toLowerCase()
}

/**
 * Returns a function that takes codes one by one. It returns an error message for a code that repeats an earlier one,
 * and undefined for any other.
 */
export function codeCollector(): (code: string) => string | undefined {
  const firstOf = new Map<string, string>()
  return (code) => {
    const first = firstOf.get(foldCode(code))
    if (first === undefined) firstOf.set(foldCode(code), code)
    if (first === undefined) return undefined
    return first === code ? `"${code}" occurs twice` : `"${code}" and "${first}" differ only in case`
  }
}
