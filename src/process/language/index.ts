import type { JsonObject } from '../../foundation/kit/json.ts'
import { compileFeel, type FeelType, JsonVariables, Run, toJson } from '../expressions/index.ts'
import type { ExpressionLanguage } from '../model/index.ts'

/** FEEL as the language of processes, for variables of these types. */
export const processLanguageWith = (types: Readonly<Record<string, FeelType>>): ExpressionLanguage => ({
  compile(text) {
    const compiled = compileFeel(text)
    return {
      references: [...new Set(compiled.references.map(([name]) => name!))],
      evaluate(variables) {
        const options = { nowMs: Date.now(), timeZone: 'UTC' }
        const { value } = compiled.evaluate(new JsonVariables(variables as JsonObject, types), options)
        return toJson(value, new Run(options))
      },
    }
  },
})

export const processLanguage = processLanguageWith({})
