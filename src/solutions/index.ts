// Solutions: definitions in files, versioned and deployed as a whole. This room knows no kind of definition; the
// calling code passes the kinds as a list of `DefinitionKind`.

export { type Address, definitionKey, definitionPath, sectionOf, solutionKey, systemNamespace } from './address.ts'
export { lockDefinitions, raiseCatalog, type Stamp, stamps } from './catalog.store.ts'
export { type Catalog, createCatalog } from './catalog.ts'
export type { Step } from './change.ts'
export { checkFolder } from './check-folder.ts'
export type * from './definition-kind.ts'
export type { FileChange } from './edits/file-change.ts'
export * from './errors.ts'
export { pathText } from './file-problems.ts'
export { readFolder } from './files/read-folder.ts'
export { readZip } from './files/read-zip.ts'
export type { SolutionFiles } from './files/solution-files.ts'
export { jsonSchemas, schemaText } from './json-schemas.ts'

export { type Place, type Problem, problemLine, type Refuse } from './problems.ts'
export { type Found, fileReader } from './read-file.ts'
export { title } from './schemas.ts'
export { type SolutionContent, solutionContent } from './solution-content.ts'
export {
  readSolutionFolder,
  Solutions,
} from './solutions.ts'
export type { DefinitionRow, Definitions, Deployed, DeployedSolution, Stamps, StoredKind } from './stored-kind.ts'
export { separateTexts } from './texts/separate-texts.ts'
export { noTexts, type Texts, textLanguages, withTextsIn } from './texts/texts.ts'
