import {
  compileFeel,
  FeelFunction,
  type FeelType,
  type FeelValue,
  JsonVariables,
  Run,
  toJson,
  withOffset,
} from '../../../feel/index.ts'
import type { JsonObject } from '../../../foundation/kit/json.ts'
import type { ExpressionLanguage } from '../../engine/index.ts'

/** Returns FEEL as the expression language of processes, for variables of these types. Values are JSON. */
export const processLanguageWith = (types: Readonly<Record<string, FeelType>>): ExpressionLanguage => ({
  compile(text, { variables, areOthersAllowed = variables === undefined, onMistake = () => {} } = {}) {
    const typeOf = (name: string): FeelType => (Object.hasOwn(types, name) ? types[name]! : 'Any')
    const names = Object.fromEntries((variables ?? []).map(({ name }) => [name, typeOf(name)]))
    const compiled = compileFeel(text, { names, isOpen: areOthersAllowed, onMistake })
    return {
      references: [...new Set(compiled.references.map(([name]) => name!))],
      builtinsRead: compiled.builtinsRead,
      evaluate(values, moment) {
        // One run for the evaluation and the conversion of the result, so that both share one budget.
        const run = new Run(moment)
        const { value } = compiled.evaluate(new JsonVariables(values as JsonObject, types), run)
        const result = toJson(value, run, storedForm)
        for (const warning of run.warnings) moment.onWarning?.(warning)
        return result
      },
    }
  },
})

/** FEEL as the expression language of processes, for variables without types. */
export const processLanguage = processLanguageWith({})

/**
 * Returns the text that a process stores for a date and time with a named time zone: the text has the offset in place
 * of the name, so that timers, fields and other systems can read it. Undefined for other values, which are stored as
 * usual. Throws an Error for a function; its usual cause is a missing or misspelt name of a variable.
 */
function storedForm(value: FeelValue): string | undefined {
  if (value instanceof FeelFunction)
    throw new Error(`the value is the function (${value.parameters.join(', ')}), which cannot be stored`)
  return withOffset(value)
}
