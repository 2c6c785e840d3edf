import { Type } from 'typebox'
import { alreadyRunning, importNotFound, notUndoable } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, Uuid } from '../../v1/schemas.ts'

const Kept = Type.Object({ id: Uuid, row: Type.Integer(), reason: Type.String() })

export const undoImport = operation({
  name: 'undoImport',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/imports/{id}/undo',
  summary: 'Undo an import',
  description:
    'Deletes the elements that the import created and restores the values that it changed. Elements that someone ' +
    'has changed since are kept and listed in `kept`. An interrupted undo continues when the request is repeated.',
  right: 'user',
  params: IdParams,
  result: Type.Object({ undone: Type.Integer(), kept: Type.Array(Kept) }),
  errors: [importNotFound, notUndoable, alreadyRunning],
  handle: async ({ params }, { caller, apps }) => ({ ...(await apps.imports.undo(caller, params.id)) }),
})
