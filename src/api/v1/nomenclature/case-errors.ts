import {
  caseNotFound,
  directoryNotFound,
  indexTaken,
  nomenclatureNotAllowed,
  wrongCaseState,
  wrongDirectory,
  wrongSerial,
  wrongTemplate,
} from '../../../records/index.ts'

/** Errors of the operations that write the values of a case. */
export const caseValueErrors = [
  directoryNotFound,
  nomenclatureNotAllowed,
  wrongDirectory,
  indexTaken,
  wrongTemplate,
  wrongSerial,
]
/** Errors of the operations that change a case. */
export const caseChangeErrors = [caseNotFound, ...caseValueErrors, wrongCaseState]
