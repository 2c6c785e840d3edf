import { createElement } from 'react'
import css from './reference.module.css'

/** A description from the OpenAPI document: one paragraph per line, with code between backquotes. */
export function DescribedText({ text }: { text?: string | undefined }) {
  if (!text) return null
  return <div className={css.described}>{createElement('div', null, ...text.split('\n').map(paragraph))}</div>
}

const paragraph = (line: string) => createElement('p', null, ...line.split('`').map(codeOrText))

/** Returns a part of a line as text or as code: every second part is between backquotes. */
const codeOrText = (part: string, index: number) => (index % 2 === 1 ? createElement('code', null, part) : part)
