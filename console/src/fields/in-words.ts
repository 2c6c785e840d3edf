/**
 * Returns a message of the server in which the fields have their titles instead of their codes: `field "checked_at":
 * must be a day` becomes `Checked at: must be a day`.
 */
export function inWords(message: string, fields: readonly { readonly code: string; readonly label: string }[]): string {
  const labels = new Map(fields.map(({ code, label }) => [code, label]))
  return message
    .replace(/^field "([^"]+)": /, (start, code: string) => (labels.has(code) ? `${labels.get(code)}: ` : start))
    .replaceAll(/"([^"]+)"(?: \(([^()]*)\))?/g, (quoted, code: string, title: string | undefined) => {
      const label = labels.get(code)
      // The server already adds the title to the code of a required field.
      if (label === undefined) return quoted
      return title === undefined || title === label ? `“${label}”` : `“${label}” (${title})`
    })
}
