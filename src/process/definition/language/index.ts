export { documentExpressions } from './document-expressions.ts'
export { processLanguage, processLanguageWith } from './process-language.ts'
