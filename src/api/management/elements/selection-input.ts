import {
  applicationNotFound,
  applicationReadOnly,
  jobErrors,
  unknownStatus,
  unknownStatusGroup,
} from '../../../data/index.ts'
import { notAllowed } from '../../../foundation/http/errors.ts'
import { ListInput, queryErrors } from '../../../query/index.ts'

const { ids, filter, active, statusCode, statusGroupId } = ListInput.properties

/** The keys of a body that select elements, as in a list. */
export const selectionInput = { ids, filter, active, statusCode, statusGroupId }

/** The errors of every operation on selected elements. */
export const selectionErrors = [
  ...[applicationNotFound, applicationReadOnly, notAllowed, unknownStatus, unknownStatusGroup],
  ...jobErrors,
  ...queryErrors,
]
