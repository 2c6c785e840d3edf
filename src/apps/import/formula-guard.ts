/** What a spreadsheet may take for a formula, also behind quotes, line breaks or a guard. */
const looksLikeFormula = /^['"\n]*[=+\-@\t\r]/

/** Keeps a spreadsheet from running a cell: an apostrophe before it. */
export function withGuard(text: string): string {
  return looksLikeFormula.test(text) ? `'${text}` : text
}

/** The text as it was before `withGuard`, for each text. */
export function withoutGuard(text: string): string {
  return text.startsWith("'") && looksLikeFormula.test(text.slice(1)) ? text.slice(1) : text
}
