export {
  batchEnded,
  batchNotFound,
  changeErrors,
  flowMissing,
  incidentClosed,
  incidentNotFound,
  incidentsNotSelected,
  instanceFinished,
  instanceNotAllowed,
  instanceNotFound,
  interruptErrors,
  mappingInvalid,
  moveRefused,
  restoreErrors,
  restorePointClosed,
  restorePointNotFound,
  runErrors,
  selectionMissing,
  stepNotActive,
  trialRefused,
} from './errors.ts'
export { type ProcessFigures, processFigures } from './figures.store.ts'
export { maxCommentChars } from './instances/change-instances.ts'
export { createInstanceAccess } from './instances/instance-access.ts'
export { waitingKinds } from './instances/view/waiting-for.ts'
export { visibleInstances } from './instances/visible-instances.store.ts'
export { processLiveSources } from './live/index.ts'
export { createInstanceWork, type InstanceWork } from './operations.ts'
export { createProcessTables, processReportsFolder, processTableShapes } from './reports/index.ts'
export { expiryOf } from './restore-points/restore-points.store.ts'
export { restorePointStates } from './restore-points/restore-points.ts'
export { createBatchRetention } from './retention/batch-retention.store.ts'
export { createInstanceRetention } from './retention/instance-retention.ts'
export { createTryProcess, type TryProcess } from './trial/create-trial.ts'
