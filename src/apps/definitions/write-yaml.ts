import { Document, isCollection, isMap, isPair, isScalar, type Node, visit } from 'yaml'
import type { JsonObject } from '../../kit/json.ts'

/** A map as YAML that `readYaml` reads as the same map again; equal maps give equal text. */
export function writeYaml(value: JsonObject): string {
  const document = new Document(value, { aliasDuplicateObjects: false, schema: 'core', version: '1.2' })
  visit(document, {
    Collection(_, node) {
      if (node !== document.contents && isShort(node)) node.flow = true
    },
  })
  // Broken lines and block texts have rules for spaces that a text need not survive.
  return document.toString({ lineWidth: 0, blockQuote: false })
}

/** What people write on one line: a list of plain values, and a map of plain values and such lists. */
function isShort(node: Node): boolean {
  if (!isCollection(node)) return false
  const values = node.items.map((item) => (isPair(item) ? item.value : item))
  return values.every((value) => isScalar(value) || (isMap(node) && isFlat(value)))
}

function isFlat(value: unknown): boolean {
  return isCollection(value) && value.items.every((item) => isScalar(isPair(item) ? item.value : item))
}
