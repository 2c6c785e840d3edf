import { errorKind } from '../../foundation/kit/errors.ts'

export const assistantsOff = errorKind(
  'assistants.off',
  403,
  'This server does not serve assistants: its setting MCP is off.',
)
