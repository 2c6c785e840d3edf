/** The kind of a placeholder: a value, the beginning of a section, of an inverted section, or the end of a section. */
export type PlaceholderKind = 'value' | 'section' | 'inverted' | 'end'

/** A placeholder at its place in a template. */
export interface Placeholder {
  readonly kind: PlaceholderKind
  /** The expression; for the end of a section, the expression that it repeats, or an empty text. */
  readonly text: string
  readonly place: PlaceholderPlace
}

/** A line of an HTML file, or a paragraph of a part of a DOCX file. */
export interface PlaceholderPlace {
  readonly line?: number
  readonly paragraph?: number
  /** The part of a DOCX file, such as `header1.xml`; absent for the main part. */
  readonly part?: string
}

/** A mistake in a template. */
export interface TemplateProblem {
  readonly place: PlaceholderPlace
  readonly message: string
}

const kinds: Readonly<Record<string, PlaceholderKind>> = { '#': 'section', '^': 'inverted', '/': 'end' }

const maxTextChars = 2000

/** Reads the text between `{{` and `}}`. */
export function readPlaceholder(inside: string, place: PlaceholderPlace): Placeholder {
  const kind = kinds[inside.trimStart().charAt(0)]
  return kind === undefined
    ? { kind: 'value', text: keyOf(inside), place }
    : { kind, text: keyOf(inside.trimStart().slice(1)), place }
}

/** Returns what is wrong with the text of a placeholder; undefined when it can be compiled. */
export function textProblem({ kind, text }: Placeholder): string | undefined {
  if (text === '' && kind !== 'end') return `the placeholder ${shownPlaceholder(kind, text)} is empty`
  if (text.length > maxTextChars) return `a placeholder has at most ${maxTextChars} characters, not ${text.length}`
  // The library of DOCX files reads a leading minus sign as a command.
  if (text.startsWith('-')) return `the placeholder ${shownPlaceholder(kind, text)} begins with "-"; put it in brackets`
  return undefined
}

/** Returns a placeholder as written in the template, cut to a readable length. */
export function shownPlaceholder(kind: PlaceholderKind, text: string): string {
  const sign = Object.entries(kinds).find(([, one]) => one === kind)?.[0] ?? ''
  return `{{${sign}${text.length > 80 ? `${text.slice(0, 80)}…` : text}}}`
}

/** Returns the place as the path of a problem: `paragraph 4`, or `header1.xml, paragraph 1`. */
export function placeText({ paragraph, part }: PlaceholderPlace): string {
  const inPart = paragraph === undefined ? '' : `paragraph ${paragraph}`
  return [part ?? '', inPart].filter(Boolean).join(', ')
}

/**
 * Returns an expression in the form by which templates are filled: straight quotes instead of the typographic ones that
 * word processors write, and single spaces.
 */
export function keyOf(text: string): string {
  return text
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/[\s\u00a0]+/g, ' ')
    .trim()
}
