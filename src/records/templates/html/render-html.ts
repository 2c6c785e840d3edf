import { documentTooLarge } from '../errors.ts'
import type { Filled } from '../placeholders/fill-outline.ts'
import type { OutlineNode } from '../placeholders/outline.ts'

const maxChars = 32 * 1024 * 1024

/** Returns the filled document. Every value is escaped, in texts as well as in attributes. */
export function renderHtml(nodes: readonly OutlineNode[], filled: Filled): string {
  const pieces: string[] = []
  let chars = 0

  function add(text: string): void {
    chars += text.length
    if (chars > maxChars) throw documentTooLarge(`the document has more than ${maxChars} characters`)
    pieces.push(text)
  }

  function within(content: readonly OutlineNode[], scope: Filled): void {
    for (const node of content) {
      if (node.is === 'literal') add(node.text)
      else if (node.is === 'value') add(escaped(scope.values[node.text] ?? ''))
      else {
        const repetitions = scope.sections[node.text] ?? []
        if (!node.isInverted) for (const inside of repetitions) within(node.content, inside)
        else if (repetitions.length === 0) within(node.content, scope)
      }
    }
  }
  within(nodes, filled)
  return pieces.join('')
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a text for HTML texts and quoted attributes. */
function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => escapes[sign]!)
}
