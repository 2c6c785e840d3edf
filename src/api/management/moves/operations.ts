import { Type } from 'typebox'
import type { Operation } from '../../../foundation/http/operation.ts'
import {
  instanceNotAllowed,
  instanceNotFound,
  mappingInvalid,
  moveRefused,
  processNotAllowed,
  processNotFound,
  selectionMissing,
} from '../../../process/index.ts'
import { type Context, operation } from '../../operation.ts'
import { IdParams, NoParams, Nothing, orNull, Uuid } from '../../v1/schemas.ts'
import { BatchResult, Reason } from '../batches/operations.ts'
import { ProcessParams } from '../processes/process-schemas.ts'

const Id = Type.String({ minLength: 1, maxLength: 255 })

/** The version and the mapping of a move. */
const moveTarget = {
  version: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 2_000_000_000, description: 'Version to move to; the newest one by default.' }),
  ),
  mapping: Type.Optional(
    Type.Record(Id, Id, {
      maxProperties: 1000,
      description: 'New ids of elements and flows, by their old ids.',
    }),
  ),
}

/** The selection of instances. */
const instanceSelection = {
  instanceIds: Type.Optional(Type.Array(Uuid, { maxItems: 10_000, description: 'Identifiers of the instances.' })),
  updateAllActive: Type.Optional(Type.Boolean({ description: 'Whether all active instances are selected.' })),
  unselectedIds: Type.Optional(
    Type.Array(Uuid, {
      maxItems: 10_000,
      description: 'Identifiers of active instances that `updateAllActive` leaves out.',
    }),
  ),
}

const previewVersion = operation({
  name: 'previewVersion',
  cost: 'heavy',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/processes/{namespace}/{code}/version-preview',
  summary: 'Preview a move of instances to another version',
  description:
    'Says for each instance whether it can move, or lists every reason against it. Changes nothing. A page has at most ' +
    '1000 instances, 100 by default; `next` is the `cursor` of the next page, and the counts are those of the page.',
  right: 'user',
  params: ProcessParams,
  input: Type.Object({
    ...instanceSelection,
    ...moveTarget,
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    cursor: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  result: Type.Object({
    version: Type.Integer({ description: 'Version to which the instances would move.' }),
    total: Type.Integer({ description: 'Number of selected instances.' }),
    moves: Type.Integer(),
    current: Type.Integer({ description: 'Number of instances that already have the version.' }),
    blocked: Type.Integer(),
    instances: Type.Array(
      Type.Object({
        id: Uuid,
        name: Type.String(),
        version: Type.Integer(),
        outcome: Type.Enum(['moves', 'current', 'blocked']),
        reasons: Type.Array(Reason),
      }),
    ),
    next: orNull(Type.String()),
  }),
  errors: [processNotFound, processNotAllowed, selectionMissing, mappingInvalid],
  handle: async ({ params, input }, { caller, processes }) => ({
    ...(await processes.moves.preview(caller, params, input)),
  }),
})

const moveInstances = operation({
  name: 'moveInstances',
  cost: 'heavy',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/processes/{namespace}/{code}/move-instances',
  summary: 'Move instances to another version',
  description:
    'Starts a batch that moves each instance, or leaves it unchanged and stores every reason. At most 100 instances are ' +
    'finished when the answer comes; the others move in the background.',
  right: 'user',
  params: ProcessParams,
  input: Type.Object({ ...instanceSelection, ...moveTarget }),
  result: BatchResult,
  errors: [processNotFound, processNotAllowed, selectionMissing, mappingInvalid],
  handle: async ({ params, input }, { caller, processes }) => {
    const { version, mapping, ...selection } = input
    return { batch: await processes.background.move(caller, params, selection, { version, mapping }) }
  },
})

const moveInstance = operation({
  name: 'moveInstance',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/instances/{id}/move',
  summary: 'Move an instance to another version',
  description:
    'Moves an instance of a process that the caller administers. When it cannot move, it stays as it is, and ' +
    '`reasons` lists why. An instance that already has the version is left unchanged.',
  right: 'user',
  params: IdParams,
  input: Type.Object(moveTarget),
  result: Nothing,
  errors: [instanceNotFound, instanceNotAllowed, processNotFound, moveRefused, mappingInvalid],
  handle: async ({ params, input }, { caller, processes }) => {
    await processes.moves.one(caller, params.id, input)
    return {}
  },
})

const interruptMany = operation({
  name: 'interruptMany',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/instances/interrupt',
  summary: 'Interrupt instances',
  description:
    'Starts a batch that interrupts instances of any process. At most 100 instances are finished when the answer ' +
    'comes; the others are interrupted in the background.',
  right: 'administrator',
  params: NoParams,
  input: Type.Object({
    instanceIds: Type.Array(Uuid, { minItems: 1, maxItems: 10_000 }),
    comment: Type.Optional(Type.String({ maxLength: 2000, description: 'Reason for the interruption.' })),
  }),
  result: BatchResult,
  handle: async ({ input }, { caller, processes }) => ({
    batch: await processes.background.interrupt(caller, input.instanceIds, input.comment),
  }),
})

/** Operations of the management API that move or interrupt instances. */
export const moveOperations: readonly Operation<Context>[] = [
  previewVersion,
  moveInstances,
  moveInstance,
  interruptMany,
]
