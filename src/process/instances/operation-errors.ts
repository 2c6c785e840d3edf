import { notAllowed } from '../../foundation/http/errors.ts'
import type { ErrorKind } from '../../foundation/kit/errors.ts'
import { fieldWrongValue } from '../../query/fields/index.ts'
import { contextInvalid } from '../context/index.ts'
import { processNotAllowed } from '../templates/index.ts'
import {
  commentMissing,
  instanceFinished,
  instanceNotAllowed,
  instanceNotFound,
  startRefused,
  startWrongSystemField,
} from './errors.ts'

// The errors that operations on instances may return, for their declarations.

export const runErrors: readonly ErrorKind[] = [
  processNotAllowed,
  contextInvalid,
  startRefused,
  startWrongSystemField,
  fieldWrongValue,
  notAllowed,
]
const onOne: readonly ErrorKind[] = [instanceNotFound, instanceNotAllowed, instanceFinished]
export const interruptErrors: readonly ErrorKind[] = onOne
export const changeErrors: readonly ErrorKind[] = [...onOne, commentMissing, contextInvalid]
export const versionErrors: readonly ErrorKind[] = onOne
