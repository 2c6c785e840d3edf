import { Document, isCollection, isMap, isPair, isScalar, type Node, visit } from 'yaml'
import type { JsonObject } from '../../foundation/kit/json.ts'

/** Returns a map as YAML. `readYaml` reads the text as the same map, and equal maps give equal text. */
export function writeYaml(value: JsonObject): string {
  const document = new Document(value, { aliasDuplicateObjects: false, schema: 'core', version: '1.2' })
  visit(document, {
    Collection(_, node) {
      if (node !== document.contents && isShort(node)) node.flow = true
    },
  })
  // Wrapped lines and block texts follow rules for spaces that would change some texts.
  return document.toString({ lineWidth: 0, blockQuote: false })
}

/**
 * Returns whether a value is written on one line: a list of plain values, or a map of plain values, and of lists and
 * maps of plain values.
 */
function isShort(node: Node): boolean {
  if (!isCollection(node)) return false
  const values = node.items.map((item) => (isPair(item) ? item.value : item))
  return values.every((value) => isScalar(value) || (isMap(node) && isFlat(value)))
}

function isFlat(value: unknown): boolean {
  return isCollection(value) && value.items.every((item) => isScalar(isPair(item) ? item.value : item))
}
