export * from './expressions/index.ts'
