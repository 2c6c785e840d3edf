import { type Outline, outlineOf } from '../placeholders/outline.ts'
import {
  type Placeholder,
  readPlaceholder,
  shownPlaceholder,
  type TemplateProblem,
} from '../placeholders/placeholder.ts'
import { attributeProblem, elementProblem, isActiveAttribute, styleProblem } from './html-rules.ts'

const maxProblems = 100
const tagStart = /<\/?([a-z][^\s/>]*)/iy
const attribute = /[\s/]*([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>=`]+))?/y
const tagEnd = /[\s/]*>/y

/**
 * Reads an HTML template. All placeholders are allowed in texts, and values also in quoted attributes other than
 * addresses and styles. Reports everything that would run a program or load something, and placeholders in other
 * places.
 */
export function readHtml(html: string): Outline {
  const pieces: (Placeholder | string)[] = []
  const problems: TemplateProblem[] = []
  let at = 0
  let kept = 0
  const lines = lineCounter(html)
  const report = (position: number, message: string): unknown =>
    problems.push({ place: { line: lines(position) }, message })

  /** Reads the placeholder at `start`, and continues after it. */
  function placeholder(start: number, limit: number, isAttribute: boolean): void {
    const end = html.indexOf('}}', start)
    const next = html.indexOf('{{', start + 2)
    const shown = html.slice(start, start + 40).split('\n')[0]
    if (end < 0 || end > limit) {
      report(start, `the placeholder "${shown}" is not closed with }}`)
      at = end < 0 ? limit : start + 2
    } else if (next >= 0 && next < end) {
      report(start, `the placeholder "${shown}" contains another placeholder`)
      at = end + 2
    } else {
      const found = readPlaceholder(decoded(html.slice(start + 2, end)), { line: lines(start) })
      if (isAttribute && found.kind !== 'value')
        report(start, `the section ${shownPlaceholder(found.kind, found.text)} cannot begin or end in an attribute`)
      pieces.push(html.slice(kept, start), found)
      at = end + 2
      kept = at
    }
  }

  function within(end: number, isAttribute: boolean): void {
    while (at < end && problems.length < maxProblems) {
      const start = html.indexOf('{{', at)
      if (start < 0 || start >= end) break
      placeholder(start, end, isAttribute)
    }
    at = Math.max(at, end)
  }

  /** Skips a part whose text is kept as it is, such as a comment. */
  function skipTo(end: string, what: string): void {
    const start = at
    const found = html.indexOf(end, at)
    at = found < 0 ? html.length : found + end.length
    if (found < 0) report(start, `${what} is not closed with ${end}`)
    else if (html.slice(start, at).includes('{{')) report(start, `${what} must not contain placeholders`)
  }

  function tag(start: number, name: string): void {
    const wrong = elementProblem(name)
    if (wrong !== undefined) report(start, wrong)
    for (;;) {
      tagEnd.lastIndex = at
      if (tagEnd.test(html)) {
        at = tagEnd.lastIndex
        break
      }
      attribute.lastIndex = at
      const found = attribute.exec(html)
      if (found === null) {
        report(start, `the tag <${name.slice(0, 40)}> is not closed with >, or an attribute is not quoted correctly`)
        at = html.length
        return
      }
      readAttribute(name, found)
    }
    if (name === 'style' && html[start + 1] !== '/') {
      const from = at
      skipTo('</style', 'the style')
      const problem = styleProblem(html.slice(from, at))
      if (problem !== undefined) report(from, problem)
      at = html.indexOf('>', at) + 1 || html.length
    }
  }

  function readAttribute(element: string, found: RegExpExecArray): void {
    const [whole, given = '', raw = ''] = found
    const name = given.toLowerCase()
    const end = found.index + whole.length
    const value = decoded(raw.replace(/^["']|["']$/g, ''))
    const problem = attributeProblem(element, name, value)
    const hasPlaceholder = whole.includes('{{')
    if (given.includes('{{')) report(found.index, 'a placeholder cannot be the name of an attribute')
    else if (hasPlaceholder && isActiveAttribute(name))
      report(found.index, `a placeholder cannot stand in the attribute "${name}"`)
    else if (problem !== undefined) report(found.index, problem)
    else if (hasPlaceholder && !/^["']/.test(raw))
      report(found.index, `the value of "${name}" must be quoted, because it has a placeholder`)
    else if (hasPlaceholder) within(end, true)
    at = end
  }

  while (at < html.length && problems.length < maxProblems) {
    const start = nextOf(html, at)
    if (start < 0) break
    at = start
    tagStart.lastIndex = start
    const name = tagStart.exec(html)?.[1]?.toLowerCase()
    if (html.startsWith('{{', start)) placeholder(start, html.length, false)
    else if (html.startsWith('}}', start)) {
      report(start, 'a placeholder ends with }} that was not begun with {{')
      at += 2
    } else if (html.startsWith('<!--', start)) skipTo('-->', 'the comment')
    else if (/^<[!?]/.test(html.slice(start, start + 2))) skipTo('>', 'the declaration')
    else if (name !== undefined) {
      at = tagStart.lastIndex
      tag(start, name)
    } else at++
  }
  pieces.push(html.slice(kept))
  const outline = outlineOf(pieces)
  return { nodes: outline.nodes, problems: [...problems, ...outline.problems].slice(0, maxProblems) }
}

const special = /<|\{\{|\}\}/g

function nextOf(html: string, from: number): number {
  special.lastIndex = from
  return special.exec(html)?.index ?? -1
}

/**
 * Returns a function that gives the line of a position. For positions in rising order it reads the text once, also when
 * the text is one long line.
 */
function lineCounter(html: string): (position: number) => number {
  const firstEnd = html.indexOf('\n')
  let [begin, end, line] = [0, firstEnd, 1]
  return (position) => {
    if (position < begin) [begin, end, line] = [0, firstEnd, 1]
    while (end >= 0 && end < position) {
      line++
      begin = end + 1
      end = html.indexOf('\n', begin)
    }
    return line
  }
}

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&nbsp;': ' ',
  '&laquo;': '«',
  '&raquo;': '»',
}

/**
 * Decodes the entities that editors write in expressions. Other entities stay as they are, so that an address that
 * begins with one is refused.
 */
function decoded(text: string): string {
  return text.replaceAll(/&(lt|gt|amp|quot|apos|#39|nbsp|laquo|raquo);/g, (entity) => entities[entity]!)
}
