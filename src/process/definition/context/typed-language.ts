import type { FeelType } from '../../../feel/index.ts'
import type { JsonValue } from '../../../foundation/kit/json.ts'
import { feelType, toExpression } from '../../../values/expression-values.ts'
import type { Field } from '../../../values/index.ts'
import type { ExpressionLanguage, Program, Value } from '../../engine/index.ts'
import { allFields } from './context-fields.ts'

/** Creates the expression language for variables of the given types. */
export type LanguageOf = (types: Readonly<Record<string, FeelType>>) => ExpressionLanguage

/** Returns the expression language of a program, in which variables have their declared types. */
export function typedLanguage(program: Program, languageOf: LanguageOf): ExpressionLanguage {
  const fields = allFields(program)
  const types = Object.fromEntries(Array.from(fields.values(), (field) => [field.code, feelType(field)]))
  const language = languageOf(types)
  return {
    compile(text, options) {
      const compiled = language.compile(text, options)
      return {
        ...compiled,
        evaluate: (variables, moment) => compiled.evaluate(expressionValues(fields, variables), moment),
      }
    },
  }
}

/**
 * Returns the stored values of variables in the form that expressions and scripts read. Undeclared variables are
 * returned unchanged.
 */
function expressionValues(
  fields: ReadonlyMap<string, Field>,
  variables: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => {
      const field = fields.get(name)
      return [name, field === undefined || value === undefined ? value : toExpression(field, value as JsonValue)]
    }),
  )
}
