import type { JsonValue } from '../../foundation/kit/json.ts'
import { compileFeel, type FeelType, type FeelValue, JsonVariables, Run, toJson } from '../expressions/index.ts'
import type { CompiledExpression, ExpressionLanguage, VariableDefinition } from '../model/index.ts'
import { typeOf } from './feel-types.ts'

/** The language of conditions, mappings and timers: FEEL. Values are JSON. */
export const feelLanguage: ExpressionLanguage = {
  compile(text, { variables, areOthersAllowed = variables === undefined } = {}): CompiledExpression {
    const types = typesOf(variables ?? [])
    const compiled = compileFeel(text, { names: types, isOpen: areOthersAllowed })
    const references = [...new Set(compiled.references.map(([name]) => name!))]
    return {
      references,
      evaluate(values, moment) {
        const { value } = compiled.evaluate(new JsonVariables(values as Record<string, JsonValue>, types), moment)
        return jsonOf(value, moment)
      },
    }
  },
}

function jsonOf(value: FeelValue, moment: { readonly nowMs: number; readonly timeZone: string }): JsonValue {
  return toJson(value, new Run(moment))
}

/** Returns the types of the names. A name with several types can be anything. */
function typesOf(variables: readonly VariableDefinition[]): Readonly<Record<string, FeelType>> {
  const types: Record<string, FeelType> = {}
  for (const variable of variables) {
    const type = typeOf(variable)
    const known = Object.hasOwn(types, variable.name) ? types[variable.name] : type
    types[variable.name] = JSON.stringify(known) === JSON.stringify(type) ? type : 'Any'
  }
  return types
}
