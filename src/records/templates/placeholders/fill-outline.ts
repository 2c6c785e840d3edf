import { loopTurn } from '../../../foundation/kit/loop-turn.ts'
import { documentTooLarge } from '../errors.ts'
import type { CompiledNode } from './check-outline.ts'
import type { Evaluation, ExpressionsOfDocuments, Value, Values } from './language.ts'

/** The values of the placeholders of a template or of one repetition of a section, by the texts of the placeholders. */
export interface Filled {
  readonly values: Record<string, string>
  /** The repetitions of each section. An inverted section without repetitions is shown with the values around it. */
  readonly sections: Record<string, Filled[]>
}

export interface Filling {
  readonly language: ExpressionsOfDocuments
  readonly evaluation: Evaluation
  /** Returns a value as text. */
  readonly format: (value: Value) => string
}

/** Limits of one document. */
const fillLimits = { maxValues: 50_000, maxChars: 8 * 1024 * 1024 }

/** Number of values after which the computation yields to other requests. */
const valuesPerTurn = 500

/** Evaluates all placeholders of a template. Throws `document_template.too_large` beyond the limits. */
export async function fillOutline(nodes: readonly CompiledNode[], values: Values, filling: Filling): Promise<Filled> {
  const { language, evaluation, format } = filling
  let count = 0
  let chars = 0

  async function fill(content: readonly CompiledNode[], scope: Values, into: Filled): Promise<Filled> {
    for (const node of content) {
      if (node.is === 'literal') continue
      if (++count > fillLimits.maxValues)
        throw documentTooLarge(`the document has more than ${fillLimits.maxValues} values`)
      if (count % valuesPerTurn === 0) await loopTurn()
      const value = evaluation.evaluate(node.compiled, scope)
      if (node.is === 'value') {
        const text = format(value)
        chars += text.length
        if (chars > fillLimits.maxChars)
          throw documentTooLarge(`the values of the document have more than ${fillLimits.maxChars} characters`)
        into.values[node.text] = text
        continue
      }
      const scopes = scopesOf(value, scope)
      const repetitions = into.sections[node.text] ?? []
      into.sections[node.text] = repetitions
      if (node.isInverted) {
        while (repetitions.length < scopes.length) repetitions.push(emptyFilled())
        if (scopes.length === 0) await fill(node.content, scope, into)
        continue
      }
      // The same section may occur several times; its repetitions then hold the values of all occurrences.
      for (const [index, inside] of scopes.entries()) {
        repetitions[index] = await fill(node.content, inside, repetitions[index] ?? emptyFilled())
      }
    }
    return into
  }

  function scopesOf(value: Value, scope: Values): Values[] {
    const shown = language.show(value)
    switch (shown.is) {
      case 'nothing':
        return []
      case 'boolean':
        return shown.value ? [scope] : []
      case 'text':
        return shown.text === '' ? [] : [scopeOf(value, 1, scope)]
      case 'list':
        return shown.items.map((item, index) => scopeOf(item, index + 1, scope))
      default:
        return [scopeOf(value, 1, scope)]
    }
  }

  function scopeOf(item: Value, position: number, outer: Values): Values {
    const shown = language.show(item)
    const entries = shown.is === 'context' ? shown.entries : undefined
    return {
      get(name) {
        const entry = entries?.get(name)
        if (entry !== undefined) return entry
        if (name === 'item') return item
        return name === 'position' ? language.fromNumber(position) : outer.get(name)
      },
    }
  }
  return fill(nodes, values, emptyFilled())
}

// Texts of placeholders are keys; without a prototype, a text such as "constructor" is a key like any other.
const emptyFilled = (): Filled => ({ values: Object.create(null), sections: Object.create(null) })
