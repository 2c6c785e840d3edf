export {
  type AnsweredActivity,
  type AnswerOutside,
  callWork,
  type OutsideAnswer,
  type OutsideRequest,
  programOfAnswer,
  readAnsweredError,
  readDelegatedAnswer,
  type Secrets,
  scriptWork,
} from './calls/index.ts'
export { createDecisionWork } from './decision-work.ts'
export { createElementWork } from './elements/index.ts'
export { notificationWork } from './notification-work.ts'
export { continueAfterSheet } from './sheets/sheet-end.ts'
export { createCancelSheet, createSheetWork } from './sheets/sheet-work.ts'
export {
  taskClaimed,
  taskDelegated,
  taskEnded,
  taskNotAllowed,
  taskNotAsked,
  taskNotClaimed,
  taskNotDelegated,
  taskNotFound,
  taskNotQueued,
  taskOfSheet,
  taskOutdated,
  taskSomeFailed,
  taskWrongExit,
  taskWrongUser,
  taskWrongValues,
} from './tasks/errors.ts'
export { checkCompletion, requiredMissing } from './tasks/form/check-completion.ts'
export { taskForm } from './tasks/form/task-form.ts'
export {
  createFindPerformers,
  createFindTaskElement,
  createTaskSupport,
  createTaskTemplates,
  shownTaskStates,
  Tasks,
  taskActionNames,
  taskStates,
  taskTabs,
} from './tasks/index.ts'
export { isVisible } from './tasks/task-access.store.ts'
