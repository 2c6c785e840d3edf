import { Type } from 'typebox'
import { orNull, Time, Uuid } from '../schemas.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })

const RowError = Type.Object({
  row: Type.Integer({
    minimum: 0,
    description: 'Row number in the file, where the header is row 1; 0 for an error of the whole file.',
  }),
  message: Type.String(),
  column: Type.Optional(Type.String()),
  value: Type.Optional(Type.Unknown()),
  code: Type.Optional(Type.String()),
})

/** Status of an import, as returned by `getImportStatus` and by the management operations. */
export const ImportStatus = Type.Object(
  {
    state: Type.Enum(['none', 'running', 'done', 'error', 'undone']),
    total: Type.Integer({ minimum: 0, description: 'Number of rows in the file; 0 until they have been counted.' }),
    processed: count('Number of rows processed so far.'),
    created: count('Number of rows that created an element.'),
    updated: count('Number of rows that updated an element.'),
    unchanged: count('Number of rows whose element already had the same values.'),
    failed: count('Number of rows that failed.'),
    startedAt: orNull(Time),
    finishedAt: orNull(Time),
    errors: Type.Array(RowError, {
      description: 'First hundred errors; when the import ended early, the first one gives the reason.',
    }),
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
