import type { JsonObject } from '../../foundation/kit/json.ts'
import { compileFeel, JsonVariables, Run, toJson } from '../expressions/index.ts'
import type { ExpressionLanguage } from '../model/index.ts'

/** FEEL as the language of processes. */
export const processLanguage: ExpressionLanguage = {
  compile(text) {
    const compiled = compileFeel(text)
    return {
      references: [...new Set(compiled.references.map(([name]) => name!))],
      evaluate(variables) {
        const options = { nowMs: Date.now(), timeZone: 'UTC' }
        const { value } = compiled.evaluate(new JsonVariables(variables as JsonObject), options)
        return toJson(value, new Run(options))
      },
    }
  },
}
