// The typed context of instances: variables as fields, their checks, and their form in expressions.
export { fromExpression, toExpression } from '../../../values/expression-values.ts'
export * from './check-context.ts'
export { allFields, contextFields, fieldsOf } from './context-fields.ts'
export { typedLanguage } from './typed-language.ts'
