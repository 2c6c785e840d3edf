import { Type } from 'typebox'
import { applicationNotFound, namespaceNotFound } from '../../../data/index.ts'
import {
  contextInvalid,
  modelLimits,
  processInvalid,
  taskWrongExit,
  taskWrongValues,
  trialRefused,
  type Variables,
} from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { AnyObject, orNull, Time } from '../../v1/schemas.ts'
import { FieldView } from '../../v1/scheme/scheme-schemas.ts'
import { ProcessParams } from './process-schemas.ts'

const values = (description: string) => Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description }))
const count = (description: string) => Type.Integer({ minimum: 0, description })

const Step = Type.Object({
  elementId: Type.String({ maxLength: 200, description: 'Id of an element that waits.' }),
  exit: Type.Optional(Type.String({ maxLength: 200, description: 'Code of the exit of a task.' })),
  values: values('Values of the form, the answer or the message with which the element ends.'),
  error: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Code of the BPMN error with which the activity ends.' }),
  ),
})

const Wait = Type.Object({
  elementId: Type.String(),
  kind: Type.String({ description: 'What the element waits for, such as `task`, `timer` or `delegated`.' }),
  dueAt: orNull(Time),
  exits: Type.Array(Type.Object({ code: Type.String(), name: Type.String() })),
  fields: orNull(
    Type.Array(FieldView, {
      description: 'Values that can be given when the element ends; null where any values are possible.',
    }),
  ),
})

export const tryProcess = operation({
  name: 'tryProcess',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/processes/{namespace}/{code}/try',
  summary: 'Try a BPMN file',
  description:
    'Starts an instance of a file in memory, takes the given steps, and returns where the instance is and what it waits for. ' +
    'Decisions and scripts run; requests, mails and changes of elements do not: a step says how each of them ends. ' +
    'A step at a timer lets its time pass. Nothing is stored. Without `context`, the answer only describes the variables of a start.',
  right: 'administrator',
  params: ProcessParams,
  input: Type.Object(
    {
      xml: Type.String({ description: 'BPMN 2.0 file.' }),
      context: values('Values of the start.'),
      steps: Type.Optional(Type.Array(Step, { maxItems: 500, description: 'Steps after the start, in this order.' })),
    },
    { additionalProperties: false },
  ),
  maxBodyBytes: 2 * modelLimits.maxBytes,
  result: Type.Object({
    status: Type.Enum(['new', 'running', 'completed', 'interrupted']),
    start: Type.Array(FieldView, { description: 'Variables that a start may set.' }),
    elements: Type.Array(
      Type.Object({
        elementId: Type.String(),
        active: count('Number of tokens at the element.'),
        completed: count('Number of completions of the element.'),
        incidents: count('Number of incidents at the element.'),
      }),
    ),
    flows: Type.Array(Type.String(), { description: 'Ids of the flows that were taken.' }),
    waits: Type.Array(Wait),
    incidents: Type.Array(Type.Object({ elementId: Type.String(), message: Type.String() })),
    context: AnyObject,
  }),
  errors: [
    namespaceNotFound,
    applicationNotFound,
    processInvalid,
    contextInvalid,
    trialRefused,
    taskWrongExit,
    taskWrongValues,
  ],
  handle: async ({ params, input: { xml, context, steps = [] } }, { caller, processes }) => ({
    ...(await processes.tryProcess(caller, params, {
      bytes: Buffer.from(xml),
      context: context as Variables | undefined,
      steps: steps.map((step) => ({ ...step, values: step.values as Variables | undefined })),
    })),
  }),
})
