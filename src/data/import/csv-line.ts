/** Returns a line of a CSV file with `;` between the cells, which are quoted where necessary. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(';')}\r\n`
}

function quoted(text: string): string {
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
