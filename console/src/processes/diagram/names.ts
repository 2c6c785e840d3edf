/** Returns a BPMN file in which the names that have a translation are translated. */
export function withNamesIn(texts: Readonly<Record<string, string>>, xml: string): string {
  if (Object.keys(texts).length === 0) return xml
  return xml.replaceAll(/(\s(?:name|title)=)("[^"]*"|'[^']*')/g, (whole, attribute: string, quoted: string) => {
    const translation = texts[plain(quoted.slice(1, -1))]
    return translation === undefined ? whole : `${attribute}"${escaped(translation)}"`
  })
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Returns the text of an attribute value. */
function plain(value: string): string {
  return value.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name] ?? whole
    return String.fromCodePoint(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal))
  })
}

/** Returns a text as it stands in an attribute of an XML file. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('\n', '&#10;')
