import {
  type Placeholder,
  type PlaceholderPlace,
  shownPlaceholder,
  type TemplateProblem,
  textProblem,
} from './placeholder.ts'

/** A part of a template: a placeholder, a section with its content, or text between placeholders. */
export type OutlineNode =
  | { readonly is: 'value'; readonly text: string; readonly place: PlaceholderPlace }
  | {
      readonly is: 'section'
      readonly isInverted: boolean
      readonly text: string
      readonly place: PlaceholderPlace
      readonly content: readonly OutlineNode[]
    }
  | { readonly is: 'literal'; readonly text: string }

export interface Outline {
  readonly nodes: readonly OutlineNode[]
  readonly problems: readonly TemplateProblem[]
}

const maxDepth = 10
const maxPlaceholders = 5000

interface Open {
  readonly placeholder: Placeholder | undefined
  readonly content: OutlineNode[]
}

/** Arranges placeholders and the texts between them as a tree, and reports sections that do not match. */
export function outlineOf(pieces: readonly (Placeholder | string)[]): Outline {
  const problems: TemplateProblem[] = []
  const open: Open[] = [{ placeholder: undefined, content: [] }]
  const report = (place: PlaceholderPlace, message: string): unknown => problems.push({ place, message })
  for (const piece of pieces.slice(0, maxPlaceholders * 2)) {
    const { placeholder, content } = open.at(-1)!
    if (typeof piece === 'string') {
      content.push({ is: 'literal', text: piece })
      continue
    }
    const { kind, text, place } = piece
    const wrong = textProblem(piece)
    if (wrong !== undefined) report(place, wrong)
    else if (kind === 'value') content.push({ is: 'value', text, place })
    else if (kind !== 'end') open.push({ placeholder: piece, content: [] })
    else if (placeholder === undefined)
      report(place, `${shownPlaceholder(kind, text)} ends a section that was not begun`)
    else if (text !== '' && text !== placeholder.text) {
      const expected = shownPlaceholder('end', placeholder.text)
      report(place, `${shownPlaceholder(kind, text)} does not end the present section; write ${expected} or {{/}}`)
    } else close()
    if (open.length > maxDepth + 1) {
      report(place, `sections are nested more than ${maxDepth} deep`)
      close()
    }
  }
  for (const { placeholder } of open.slice(1)) {
    const { kind, text, place } = placeholder!
    report(place, `the section ${shownPlaceholder(kind, text)} has no end; add {{/}}`)
  }
  if (pieces.length > maxPlaceholders * 2) report({}, `a template has at most ${maxPlaceholders} placeholders`)
  return { nodes: open[0]!.content, problems }

  function close(): void {
    const { placeholder, content } = open.pop()!
    const { kind, text, place } = placeholder!
    open.at(-1)!.content.push({ is: 'section', isInverted: kind === 'inverted', text, place, content })
  }
}
