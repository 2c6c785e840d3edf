import { Type } from 'typebox'
import { elementBytes } from '../../../foundation/http/body-limit.ts'
import { PlatformError } from '../../../foundation/kit/errors.ts'
import { isObject } from '../../../foundation/kit/json.ts'
import { contextInvalid, processNotFound, runErrors } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { AnyObject } from '../schemas.ts'
import { Instance, TemplateParams } from './bpm-schemas.ts'

const RunInput = Type.Object({ context: Type.Optional(AnyObject) }, { additionalProperties: true })

export const runProcess = operation({
  name: 'runProcess',
  area: 'Business processes',
  methods: ['POST'],
  path: '/pub/v1/bpm/template/{namespace}/{code}/run',
  summary: 'Run a process',
  description:
    'Starts an instance of the newest published version with the variables in `context` (also accepted as ' +
    '`Context`). The system fields `__item` (the element that the process runs for; it also becomes the value of the variable for elements of this application, if the process has exactly one and `context` does not set it), `__target` (the identifier of ' +
    'an object of another system) and `__createdBy` (the initiator, from administrators only) are used; others are ignored.',
  right: 'user',
  params: TemplateParams,
  input: RunInput,
  maxBodyBytes: elementBytes,
  result: Type.Object({ context: Instance }),
  errors: [processNotFound, ...runErrors],
  idempotent: {
    again: async (_request, id, { caller, processes }) => ({ context: await processes.instances.get(caller, id) }),
  },
  handle: async ({ params, input }, { caller, processes }) => {
    const started = await processes.instances.run(caller, params, contextOf(input) ?? {}).catch((error: unknown) => {
      throw contextOf(input) === undefined ? missingContext(error) : error
    })
    return { context: await processes.instances.getStarted(caller, started) }
  },
})

function contextOf(input: Record<string, unknown>): Record<string, unknown> | undefined {
  if (isObject(input.context)) return input.context
  return isObject(input.Context) ? input.Context : undefined
}

/** Adds to an error about wrong variables that the request has no `context`. Returns other errors unchanged. */
function missingContext(error: unknown): unknown {
  if (!(error instanceof PlatformError) || error.kind !== contextInvalid) return error
  const message = `"context" is missing, which holds the variables: ${error.message}`
  return contextInvalid(message, error.details, { cause: error })
}
