import { type Outline, outlineOf } from './outline.ts'
import { type Placeholder, readPlaceholder } from './placeholder.ts'

/** Reads a plain text with placeholders, such as the name of a file. */
export function outlineOfText(text: string): Outline {
  const pieces: (Placeholder | string)[] = []
  let from = 0
  for (const found of text.matchAll(/\{\{((?:(?!\{\{|\}\}).)*)\}\}/gs)) {
    pieces.push(text.slice(from, found.index), readPlaceholder(found[1]!, {}))
    from = found.index + found[0].length
  }
  const outline = outlineOf([...pieces, text.slice(from)])
  const rest = outline.nodes.some((node) => node.is === 'literal' && /\{\{|\}\}/.test(node.text))
  const message = 'a placeholder begins with {{ and ends with }}'
  return rest ? { ...outline, problems: [...outline.problems, { place: {}, message }] } : outline
}
