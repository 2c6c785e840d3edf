import { notAllowed } from '../../../foundation/http/errors.ts'
import type { ErrorKind } from '../../../foundation/kit/errors.ts'
import { fieldWrongValue } from '../../../values/index.ts'
import { contextInvalid, processNotAllowed } from '../../definition/index.ts'
import { startLimitReached, startRefused } from '../../triggers/index.ts'
import {
  commentMissing,
  instanceFinished,
  instanceNotAllowed,
  instanceNotFound,
  startWrongSystemField,
} from './errors.ts'

// The errors that operations on instances may return, for their declarations.

export const runErrors: readonly ErrorKind[] = [
  processNotAllowed,
  contextInvalid,
  startRefused,
  startLimitReached,
  startWrongSystemField,
  fieldWrongValue,
  notAllowed,
]
const onOne: readonly ErrorKind[] = [instanceNotFound, instanceNotAllowed, instanceFinished]
export const interruptErrors: readonly ErrorKind[] = onOne
export const changeErrors: readonly ErrorKind[] = [...onOne, commentMissing, contextInvalid]
