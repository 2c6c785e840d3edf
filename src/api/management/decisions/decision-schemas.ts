import { Type } from 'typebox'
import { Time, Uuid } from '../../v1/schemas.ts'

export const DecisionParams = Type.Object({
  namespace: Type.String(),
  code: Type.String({ description: 'Code of the DMN file.' }),
})

export const Decision = Type.Object(
  {
    namespace: Type.String(),
    code: Type.String({ description: 'Code of the DMN file.' }),
    name: Type.String({ description: 'Name of the model.' }),
    description: Type.String(),
    solution: Type.String(),
    version: Type.Integer({ description: 'Newest version, which tasks evaluate.' }),
    hash: Type.String({ description: 'SHA-256 of the DMN file of the newest version.' }),
    main: Type.Optional(
      Type.String({
        description:
          'Id of the decision that is evaluated by default: the decision of the file on which no other decision depends; absent if there are several.',
      }),
    ),
    decisions: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
    inputs: Type.Array(Type.Object({ name: Type.String(), type: Type.String() }), {
      description: 'Values that the decisions read from the context.',
    }),
    createdAt: Time,
    createdBy: Uuid,
    updatedAt: Time,
    updatedBy: Uuid,
  },
  { title: 'Decision' },
)

export const MatchedTable = Type.Object({
  element: Type.String({ description: 'Id of the decision or business knowledge model.' }),
  name: Type.String(),
  rules: Type.Array(
    Type.Object({
      number: Type.Integer({ description: 'Position of the rule in the table, counted from 1.' }),
      id: Type.Optional(Type.String()),
      annotations: Type.Optional(Type.Record(Type.String(), Type.String())),
    }),
    { description: 'Rules that matched.' },
  ),
})
