import type { XmlReader } from '../../../foundation/kit/xml/xml.ts'
import {
  type Placeholder,
  readPlaceholder,
  shownPlaceholder,
  type TemplateProblem,
} from '../placeholders/placeholder.ts'

/** The placeholders of one part of a DOCX file, in the order of their beginnings. */
export interface ScannedPart {
  readonly placeholders: Placeholder[]
  readonly problems: TemplateProblem[]
}

interface Paragraph {
  readonly number: number
  text: string
  /** The lengths of `text` before each run, with the number of characters of the whole part before the run. */
  readonly runs: { readonly at: number; readonly order: number }[]
}

/** Number of problems of a part after which reading stops. */
const maxProblems = 100

interface Found {
  readonly order: number
  readonly placeholder: Placeholder
}

/**
 * Returns the reader of a part with text. Word splits a text into runs anywhere, so that the text of a paragraph is put
 * together first. A paragraph can contain a text box, which has paragraphs of its own.
 */
export function partScanner(part: string | undefined): XmlReader & { end(): ScannedPart } {
  const open: Paragraph[] = []
  const found: Found[] = []
  const problems: TemplateProblem[] = []
  let count = 0
  let chars = 0
  let isText = false
  return {
    open(name) {
      isText = name === 't'
      if (name === 'p') open.push({ number: ++count, text: '', runs: [] })
    },
    text(text) {
      const paragraph = open.at(-1)
      if (!isText || paragraph === undefined) return
      paragraph.runs.push({ at: paragraph.text.length, order: chars })
      paragraph.text += text
      chars += text.length
    },
    close(name) {
      isText = false
      if (name !== 'p') return
      const { number, text, runs } = open.pop()!
      const place = { paragraph: number, ...(part !== undefined && { part }) }
      let from = 0
      while (problems.length < maxProblems) {
        const start = text.indexOf('{{', from)
        const end = text.indexOf('}}', from)
        if (start < 0 && end < 0) return
        if (start < 0 || (end >= 0 && end < start)) {
          problems.push({ place, message: `"${near(text, end)}" ends a placeholder that was not begun with {{` })
          from = end + 2
          continue
        }
        const next = text.indexOf('{{', start + 2)
        const stop = endOf(text, start)
        if (stop < 0 || (next >= 0 && next < stop)) {
          const what = stop < 0 ? 'is not closed with }} in its paragraph' : 'contains another placeholder'
          problems.push({ place, message: `the placeholder "${text.slice(start, start + 40)}" ${what}` })
          if (stop < 0) return
          from = stop + 2
          continue
        }
        const run = runs.findLast(({ at }) => at <= start)!
        found.push({ order: run.order, placeholder: readPlaceholder(text.slice(start + 2, stop), place) })
        from = stop + 2
      }
    },
    end() {
      const placeholders = found.sort((one, other) => one.order - other.order).map(({ placeholder }) => placeholder)
      for (const { kind, text, place } of placeholders)
        if (text.includes('{') || text.includes('}'))
          problems.push({ place, message: `the placeholder ${shownPlaceholder(kind, text)} contains a curly bracket` })
      return { placeholders, problems }
    },
  }
}

const endOf = (text: string, start: number): number => text.indexOf('}}', start + 2)
const near = (text: string, at: number): string => text.slice(Math.max(0, at - 20), at + 2)
