import { Type } from 'typebox'
import { modelLimits } from '../../../process/index.ts'
import { orNull, Time, Uuid } from '../../v1/schemas.ts'

export const ProcessParams = Type.Object({
  namespace: Type.String({ description: 'Namespace, or the path of the application that has the process.' }),
  code: Type.String(),
})

export const ModelProblem = Type.Object({
  elementId: Type.Optional(
    Type.String({ description: 'Id of the BPMN element; absent when the problem concerns the whole file.' }),
  ),
  line: Type.Optional(Type.Integer({ description: 'Line of the file; present when the element has no id.' })),
  message: Type.String(),
})

export const CheckedProblem = Type.Object({
  ...ModelProblem.properties,
  severity: Type.Enum(['error', 'warning'], { description: 'An error prevents publishing, a warning does not.' }),
})

/** Limit of the body of a request with a BPMN file. */
export const fileLimit = {
  maxBytes: modelLimits.maxBytes,
  sentence: `a BPMN file must not be larger than ${modelLimits.maxBytes / 1024 / 1024} MiB`,
}

export const ProcessTemplate = Type.Object(
  {
    id: Uuid,
    namespace: Type.String(),
    code: Type.String(),
    name: Type.String(),
    file: Type.String({ description: 'Code of the BPMN file; differs from `code` for further pools of a diagram.' }),
    process: Type.String({ description: 'Id of the BPMN process.' }),
    version: Type.Integer({ description: 'Newest published version.' }),
    solution: orNull(
      Type.String({ description: 'Solution that the template belongs to; null when published by hand.' }),
    ),
    hash: Type.String({ description: 'SHA-256 of the BPMN file of the newest version.' }),
    description: Type.String(),
    texts: Type.Record(Type.String(), Type.String(), {
      description: 'Translations of the texts of the diagram into the language of the request; empty without any.',
    }),
    rights: Type.Array(Type.String(), { description: 'Rights that the caller has to the template.' }),
    counts: orNull(
      Type.Object(
        {
          running: Type.Integer({ description: 'Number of instances that have not ended.' }),
          finished: Type.Integer({ description: 'Number of instances that have ended, also of interrupted ones.' }),
          incidents: Type.Integer({ description: 'Number of open incidents; counted up to 1,000.' }),
        },
        { description: 'Numbers of instances; null for callers who do not see all instances of the process.' },
      ),
    ),
    createdAt: Time,
    createdBy: Uuid,
    updatedAt: Time,
    updatedBy: Uuid,
  },
  { title: 'ProcessTemplate' },
)
