/** Returns a value as an error message quotes it, with at most 60 characters. */
export function shownValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text
}
