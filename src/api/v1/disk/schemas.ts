import { Type } from 'typebox'
import { orNull, Time, Uuid } from '../schemas.ts'

export const FileResult = Type.Object(
  {
    __id: Uuid,
    __name: Type.String(),
    name: Type.String(),
    originalName: Type.String(),
    hash: Uuid,
    directory: orNull(Uuid),
    size: Type.Integer({ minimum: 0 }),
    version: Type.Integer(),
    __createdAt: Time,
    __createdBy: Uuid,
    __updatedAt: Time,
    __updatedBy: Uuid,
    __deletedAt: orNull(Time),
  },
  { title: 'File' },
)

/** As it was found by words. */
export const FoundFileResult = Type.Object(
  {
    ...FileResult.properties,
    snippet: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description: 'Plain text around the words that were found, which stand between `**`; null when none is in it.',
      }),
    ),
  },
  { title: 'FoundFile' },
)

export const DirectoryResult = Type.Object(
  {
    __id: Uuid,
    __name: Type.String(),
    name: Type.String(),
    __createdAt: Time,
    __createdBy: Uuid,
    __updatedAt: Time,
    __updatedBy: Uuid,
    __deletedAt: orNull(Time),
    directory: orNull(Uuid),
    parentsList: Type.Array(Uuid, { description: 'The directories above it, nearest first.' }),
    system: Type.Boolean(),
    uniqueNames: Type.Boolean(),
  },
  { title: 'Directory' },
)

/** Of one bulk request. */
export const bulkEntries = { maxItems: 1000 }
