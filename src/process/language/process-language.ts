import type { JsonObject } from '../../foundation/kit/json.ts'
import { compileFeel, type FeelType, JsonVariables, Run, toJson } from '../expressions/index.ts'
import type { ExpressionLanguage } from '../model/index.ts'

/** Returns FEEL as the expression language of processes, for variables of these types. Values are JSON. */
export const processLanguageWith = (types: Readonly<Record<string, FeelType>>): ExpressionLanguage => ({
  compile(text, { variables, areOthersAllowed = variables === undefined } = {}) {
    const typeOf = (name: string): FeelType => (Object.hasOwn(types, name) ? types[name]! : 'Any')
    const names = Object.fromEntries((variables ?? []).map(({ name }) => [name, typeOf(name)]))
    const compiled = compileFeel(text, { names, isOpen: areOthersAllowed })
    return {
      references: [...new Set(compiled.references.map(([name]) => name!))],
      builtinsRead: compiled.builtinsRead,
      evaluate(values, moment) {
        // One run for the evaluation and the conversion of the result, so that both share one budget.
        const run = new Run(moment)
        const { value } = compiled.evaluate(new JsonVariables(values as JsonObject, types), run)
        const result = toJson(value, run, refuseFunction)
        for (const warning of run.warnings) moment.onWarning?.(warning)
        return result
      },
    }
  },
})

/** FEEL as the expression language of processes, for variables without types. */
export const processLanguage = processLanguageWith({})

/**
 * A process stores values, and a function is not a value. The usual cause is a missing or misspelt name of a variable.
 */
function refuseFunction({ parameters }: { readonly parameters: readonly string[] }): never {
  throw new Error(`the value is the function (${parameters.join(', ')}), which cannot be stored`)
}
