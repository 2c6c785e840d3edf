// Which instances concern a caller, and which of their variables the caller may read.
export {
  type HiddenVariables,
  hiddenMessage,
  hiddenVariables,
  hidesAny,
  hidesFromSome,
  hidingFromSome,
  namesOfHidden,
  withoutHiddenNulls,
} from './hidden-variables.store.ts'
export { isInitiator, takesPart } from './participants.store.ts'
