import { errorKind } from '../../../foundation/kit/errors.ts'

export const trialRefused = errorKind(
  'process.trial_refused',
  400,
  'The trial of the process cannot start or go on as requested; the message says why. Nothing is stored by a trial.',
)
