/** Returns the JSON of a value for use in an error message, cut to 60 characters. */
export function shownValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text
}
