import type { ModelProblem } from './model-problems.ts'
import { xmlMistake } from './xml-mistake.ts'

/** Returns why a file is not XML; undefined when it is. `title` names the file, such as `BPMN file`. */
export function xmlProblem(xml: string, title: string): ModelProblem | undefined {
  const text = xml.trim()
  if (text === '') return { message: `the ${title} is empty: the body of the request has no content` }
  if (/^[{[]/.test(text)) return { message: `the body is JSON, not XML; send the ${title} itself` }
  if (!text.startsWith('<')) return { line: 1, message: `this is not XML; send the ${title} itself` }
  const mistake = xmlMistake(xml)
  if (mistake === undefined) return undefined
  const { line, column, message } = mistake
  return { line, message: `the ${title} is not well-formed XML: line ${line}, column ${column}: ${message}` }
}
