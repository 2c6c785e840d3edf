export { feelLanguage } from './feel-language.ts'
