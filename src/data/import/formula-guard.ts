/** Matches text that a spreadsheet may interpret as a formula, also after quotes, line breaks or an earlier guard. */
const looksLikeFormula = /^['"\n]*[=+\-@\t\r]/

/** Prefixes text that looks like a formula with an apostrophe, so that a spreadsheet does not run it. */
export function withGuard(text: string): string {
  return looksLikeFormula.test(text) ? `'${text}` : text
}

/** Reverses `withGuard` exactly, for any text: removes the apostrophe if `withGuard` added one. */
export function withoutGuard(text: string): string {
  return text.startsWith("'") && looksLikeFormula.test(text.slice(1)) ? text.slice(1) : text
}
