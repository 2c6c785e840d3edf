import { Type } from 'typebox'
import { orNull, Time, Uuid } from '../../v1/schemas.ts'

/** A batch as the management API shows it. */
export const Batch = Type.Object(
  {
    id: Uuid,
    kind: Type.Enum(['move', 'interrupt', 'retry']),
    state: Type.Enum(['new', 'executing', 'completed', 'completedWithErrors', 'cancelled']),
    template: orNull(Uuid),
    settings: Type.Object(
      {},
      { additionalProperties: true, description: 'Parameters of the batch, such as the version to move to.' },
    ),
    total: Type.Integer(),
    done: Type.Integer({ description: 'Number of instances that are finished, skipped ones included.' }),
    failed: Type.Integer({
      description: 'Number of instances that were left unchanged, such as instances that cannot move.',
    }),
    percent: Type.Integer({ description: 'Share of finished and failed instances.' }),
    createdAt: Time,
    createdBy: Uuid,
    startedAt: orNull(Time),
    endedAt: orNull(Time),
  },
  { title: 'Batch' },
)

export const BatchResult = Type.Object({ batch: Batch })

export const Reason = Type.Object({
  code: Type.String(),
  message: Type.String(),
  element: Type.Optional(Type.String({ description: 'Id of the element, or name of the variable.' })),
  name: Type.Optional(Type.String()),
  tokens: Type.Optional(Type.Integer()),
})
