import { Type } from 'typebox'
import {
  instanceNotAllowed,
  instanceNotFound,
  mappingInvalid,
  moveRefused,
  processNotFound,
} from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, Nothing } from '../../v1/schemas.ts'
import { moveTarget } from './move-schemas.ts'

export const moveInstance = operation({
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
