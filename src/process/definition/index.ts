export {
  type ContextProblem,
  checkContext,
  contextError,
  contextFields,
  contextInvalid,
  fieldsOf,
  fromExpression,
  missingAtEnd,
  readProcessContext,
  toExpression,
  typedLanguage,
} from './context/index.ts'
export { documentExpressions } from './language/document-expressions.ts'
export { processLanguage, processLanguageWith } from './language/process-language.ts'
export {
  closureOf,
  createEarlierOrigins,
  errorMessage,
  everyVariable,
  flowsOf,
  insertOrigins,
  linksTo,
  messageOrigins,
  namesIn,
  type OriginLink,
  originsOfLinks,
  passOrigins,
  programOrigins,
  readsElsewhere,
} from './origins/index.ts'
export { type CheckReferences, createCheckReferences } from './references/check-references.ts'
export {
  AnswersInLanguage,
  type ArmStarts,
  checkPlace,
  compileForPublish,
  createProcessKind,
  draftChanged,
  draftNotFound,
  ProcessScheme,
  type PublishedVersion,
  processInvalid,
  processNotAllowed,
  processNotFound,
  processNotRetirable,
  type TemplateAction,
  Templates,
  templatePath,
  templateRights,
  templateSpace,
} from './templates/index.ts'
export type { Programs } from './templates/programs.ts'
export {
  type HiddenVariables,
  hiddenMessage,
  hidesAny,
  hidesFromSome,
  hidingFromSome,
  isInitiator,
  namesOfHidden,
  takesPart,
  withoutHiddenNulls,
} from './visibility/index.ts'
