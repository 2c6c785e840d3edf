import { Type } from 'typebox'
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
    rights: Type.Array(Type.String(), { description: 'Rights that the caller has to the template.' }),
    createdAt: Time,
    createdBy: Uuid,
    updatedAt: Time,
    updatedBy: Uuid,
  },
  { title: 'ProcessTemplate' },
)
