import { Type } from 'typebox'
import { orNull, Time, Uuid } from '../schemas.ts'

const Count = Type.Integer({ minimum: 0 })

const RowError = Type.Object({
  row: Type.Integer({ minimum: 0, description: 'As a person counts in the file, its header being 1; 0 for the file.' }),
  message: Type.String(),
  column: Type.Optional(Type.String()),
  value: Type.Optional(Type.Unknown()),
  code: Type.Optional(Type.String()),
})

/** How far an import is: the answer of the status operation and of the management one. */
export const ImportStatus = Type.Object(
  {
    state: Type.Enum(['none', 'running', 'done', 'error', 'undone']),
    total: Type.Integer({ minimum: 0, description: 'Rows in the file; 0 until they were counted.' }),
    processed: Count,
    created: Count,
    updated: Count,
    unchanged: Count,
    failed: Count,
    startedAt: orNull(Time),
    finishedAt: orNull(Time),
    errors: Type.Array(RowError, { description: 'The first hundred; why the import ended early comes first.' }),
    importId: orNull(Uuid),
    dryRun: Type.Boolean(),
    ignoredColumns: Type.Array(Type.String()),
    reportUrl: orNull(Type.String()),
    application: Type.Optional(Type.String()),
    file: Type.Optional(Type.String()),
    options: Type.Optional(Type.Object({}, { additionalProperties: true })),
  },
  { title: 'ImportStatus' },
)
