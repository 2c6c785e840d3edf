import { Type } from 'typebox'
import { alreadyRunning, importNotFound, notUndoable } from '../../../apps/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, Uuid } from '../../v1/schemas.ts'

const Kept = Type.Object({ id: Uuid, row: Type.Integer(), reason: Type.String() })

export const undoImport = operation({
  name: 'undoImport',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/imports/{id}/undo',
  summary: 'Take an import back',
  description:
    'Deletes what the import created and restores what it changed. What somebody changed since stays, and is listed. ' +
    'If the connection breaks, call it again: it goes on where it was.',
  right: 'user',
  params: IdParams,
  result: Type.Object({ undone: Type.Integer(), kept: Type.Array(Kept) }),
  errors: [importNotFound, notUndoable, alreadyRunning],
  handle: async ({ params }, { caller, apps }) => ({ ...(await apps.imports.undo(caller, params.id)) }),
})
