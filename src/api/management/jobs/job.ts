import { type Static, Type } from 'typebox'
import { orNull, Uuid } from '../../v1/schemas.ts'

const Failure = Type.Object({ id: Uuid, code: Type.String(), message: Type.String() })

/** The counts of a bulk action on elements. */
export const BulkResult = Type.Object({
  changed: Type.Integer(),
  unchanged: Type.Integer({ description: 'Number of elements that already were as wanted.' }),
  isDryRun: Type.Boolean(),
  failures: Type.Array(Failure, {
    description: 'Elements that were left unchanged, with the reasons; at most 100 in a job.',
  }),
})

/** Work in the background, in one shape for all kinds. */
export const Job = Type.Object(
  {
    id: Uuid,
    kind: Type.Enum(['bulk', 'export', 'import', 'move', 'interrupt', 'retry', 'retention']),
    state: Type.Enum(['queued', 'running', 'done', 'failed', 'cancelled']),
    total: Type.Integer({
      description: 'Number of elements, rows, instances or removals; 0 while rows are being counted.',
    }),
    processed: Type.Integer(),
    failed: Type.Integer({ description: 'Number of processed elements, rows or instances that were left unchanged.' }),
    problem: orNull(
      Type.Object({ code: Type.String(), message: Type.String() }, { description: 'Why the job failed as a whole.' }),
    ),
    result: orNull(
      Type.Object(
        {
          ...Type.Partial(BulkResult).properties,
          url: Type.Optional(Type.String({ description: 'Link to the file of an export; works for ten minutes.' })),
          name: Type.Optional(Type.String({ description: 'Name of the file of an export.' })),
          bytes: Type.Optional(Type.Integer({ description: 'Size of the file of an export.' })),
          created: Type.Optional(Type.Integer()),
          updated: Type.Optional(Type.Integer()),
          reportUrl: Type.Optional(Type.String({ description: 'Path of the report of an import.' })),
          removed: Type.Optional(
            Type.Integer({ description: 'Number of instances, imports and batches that were removed.' }),
          ),
          kept: Type.Optional(
            Type.Integer({
              description: 'Number of those that were due but had to stay, such as those under a legal hold.',
            }),
          ),
          itemsUrl: Type.Optional(Type.String({ description: 'Path of the instances of a batch with their results.' })),
        },
        { description: 'What the job has done so far; an export has a result when its file is ready.' },
      ),
    ),
  },
  { title: 'Job' },
)
export type Job = Static<typeof Job>
