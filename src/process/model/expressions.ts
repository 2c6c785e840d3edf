import type { ExpressionLanguage } from './expression-language.ts'
import type { ModelProblems } from './problems.ts'
import type { ExpressionIndex } from './program.ts'

/** Maximum length of one expression in characters. */
const maxExpressionChars = 10_000

/** The expressions of one program: each text is checked once and stored once. */
export class ExpressionTable {
  readonly texts: string[] = []
  readonly #language: ExpressionLanguage
  readonly #problems: ModelProblems

  constructor(language: ExpressionLanguage, problems: ModelProblems) {
    this.#language = language
    this.#problems = problems
  }

  /** Returns the index of an expression. Records a problem when the text is missing or wrong. `what` names its purpose. */
  add(elementId: string | undefined, text: string | undefined, what: string): ExpressionIndex {
    const trimmed = text?.trim() ?? ''
    const known = this.texts.indexOf(trimmed)
    if (known >= 0) return known
    const problem = this.#problemOf(trimmed)
    if (problem !== undefined) this.#problems.add(elementId, `${what}: ${problem}`)
    return this.texts.push(trimmed) - 1
  }

  #problemOf(text: string): string | undefined {
    if (text === '') return 'the expression is empty'
    if (text.length > maxExpressionChars) return `the expression is longer than ${maxExpressionChars} characters`
    const foreign = foreignHint(text)
    if (foreign !== undefined) return foreign
    try {
      this.#language.compile(text, {})
      return undefined
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }
}

/** Returns what to write instead of an expression for another engine. */
function foreignHint(text: string): string | undefined {
  const braces = /^[$#]\{([\s\S]*)\}$/.exec(text)
  if (braces !== null) {
    const inner = braces[1]!.trim().replaceAll('==', '=').replaceAll('&&', 'and').replaceAll('||', 'or')
    return `"${text}" is an expression of another engine; write it in FEEL without the braces, such as: ${inner}`
  }
  if (text.startsWith('=')) return `"${text}" begins with "="; write the FEEL expression without it`
  if (/[=!]=|&&|\|\|/.test(text)) {
    return `"${text}" is not FEEL; write "=" for "==", "and" for "&&", "or" for "||" and "not(…)" for "!"`
  }
  return undefined
}
