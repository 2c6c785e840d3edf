export { answersInLanguage } from './answers-in-language.ts'
export { batchEnded, batchNotFound } from './batches/errors.ts'
export { type ProcessFigures, processFigures } from './figures.store.ts'
export {
  flowMissing,
  incidentClosed,
  incidentNotFound,
  incidentsNotSelected,
  stepNotActive,
} from './incidents/errors.ts'
export {
  changeErrors,
  createInstanceAccess,
  instanceFinished,
  instanceNotAllowed,
  instanceNotFound,
  interruptErrors,
  maxCommentChars,
  runErrors,
  visibleInstances,
  waitingKinds,
} from './instances/index.ts'
export { processLiveSources } from './live/index.ts'
export { mappingInvalid, moveRefused, selectionMissing } from './moves/errors.ts'
export { createInstanceWork, type InstanceWork } from './operations.ts'
export { createProcessTables, processReportsFolder, processTableShapes } from './reports/index.ts'
export { restoreErrors, restorePointClosed, restorePointNotFound } from './restore-points/errors.ts'
export { expiryOf, restorePointStates } from './restore-points/index.ts'
export { createBatchRetention, createInstanceRetention } from './retention/index.ts'
export { createTryProcess, type TryProcess, trialRefused } from './trial/index.ts'
