export { processLanguage, processLanguageWith } from './process-language.ts'
