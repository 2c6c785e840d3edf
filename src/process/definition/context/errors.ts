import { errorKind } from '../../../foundation/kit/errors.ts'

export const contextInvalid = errorKind(
  'context.invalid',
  400,
  'Values of the context do not fit the variables of the process. `problems` lists one {field, message} for each wrong variable.',
)
