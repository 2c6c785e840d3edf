import { errorKind } from '../../foundation/kit/errors.ts'
import { fieldWrongValue } from '../../values/index.ts'

export const reportNotFound = errorKind(
  'report.not_found',
  404,
  'The report does not exist, or the caller cannot run it.',
)
export const parameterMissing = errorKind(
  'report.parameter_missing',
  400,
  'A required parameter of the report has no value. `field` names it.',
)
export const parameterUnknown = errorKind(
  'report.parameter_unknown',
  400,
  'The report has no parameter and no column of this name. `field` contains the name.',
)
export const reportTooLong = errorKind(
  'report.too_many_rows',
  400,
  'The report has more rows than a report may have. Narrow it with its parameters.',
)
export const reportFailed = errorKind(
  'report.failed',
  400,
  'The SQL of the report cannot be computed with these values, for example because it divides by zero.',
)
export const reportOutdated = errorKind(
  'report.outdated',
  409,
  'The report does not fit the present applications. Apply its solution again; the plan names the problem.',
)

/** The errors that running a report can return, besides those of lists. */
export const reportErrors = [
  reportNotFound,
  parameterMissing,
  parameterUnknown,
  reportTooLong,
  reportFailed,
  reportOutdated,
  fieldWrongValue,
]
