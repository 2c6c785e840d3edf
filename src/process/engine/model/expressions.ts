import type { ModelProblems } from '../../../foundation/kit/xml/model-problems.ts'
import type { ExpressionLanguage } from './expression-language.ts'
import { untyped } from './known-names.ts'
import type { ExpressionIndex } from './program.ts'

/** Maximum length of one expression in characters. */
const maxExpressionChars = 10_000

/** The place of an expression in its file. */
export interface ExpressionUse {
  readonly elementId: string | undefined
  readonly what: string
  readonly names: ReadonlySet<string> | undefined
}

/** The expressions of one program. Each text is checked once per set of names that it can read, and stored once. */
export class ExpressionTable {
  readonly texts: string[] = []
  readonly #language: ExpressionLanguage
  readonly #problems: ModelProblems
  readonly #checked = new Set<string>()

  constructor(language: ExpressionLanguage, problems: ModelProblems) {
    this.#language = language
    this.#problems = problems
  }

  /**
   * Returns the index of an expression. Records a problem when the text is missing or wrong. `what` names the purpose
   * of the expression. `names` are the variables that the expression can read; undefined when any name is allowed.
   */
  add(text: string | undefined, use: ExpressionUse): ExpressionIndex {
    const trimmed = text?.trim() ?? ''
    const names = use.names && [...use.names].sort()
    const key = JSON.stringify([trimmed, names])
    if (!this.#checked.has(key)) {
      this.#checked.add(key)
      const onMistake = (mistake: string) => this.#problems.addMistake(use.elementId, `${use.what}: ${mistake}`)
      const problem = this.#problemOf(trimmed, names, onMistake)
      if (problem !== undefined) this.#problems.add(use.elementId, `${use.what}: ${problem}`)
    }
    const known = this.texts.indexOf(trimmed)
    return known >= 0 ? known : this.texts.push(trimmed) - 1
  }

  #problemOf(
    text: string,
    names: readonly string[] | undefined,
    onMistake: (mistake: string) => void,
  ): string | undefined {
    if (text === '') return 'the expression is empty'
    if (text.length > maxExpressionChars) return `the expression is longer than ${maxExpressionChars} characters`
    const foreign = foreignHint(text)
    if (foreign !== undefined) return foreign
    try {
      this.#language.compile(text, { ...(names && { variables: names.map(untyped) }), onMistake })
      return undefined
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }
}

/** Returns a hint for an expression that is written for another engine. */
function foreignHint(text: string): string | undefined {
  const braces = /^[$#]\{([\s\S]*)\}$/.exec(text)
  if (braces !== null) {
    const inner = braces[1]!.trim().replaceAll('==', '=').replaceAll('&&', 'and').replaceAll('||', 'or')
    return `"${text}" is written for another engine; write it in FEEL without the braces, such as: ${inner}`
  }
  if (text.startsWith('=')) return `"${text}" begins with "="; write the FEEL expression without it`
  return undefined
}
