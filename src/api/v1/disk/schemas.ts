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

/** A file in the result of a search for the words of `text`. */
export const FoundFileResult = Type.Object(
  {
    ...FileResult.properties,
    snippet: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description:
          'Plain text around the words that were found, with each of them between `**`; null when only the name contains them.',
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
    parentsList: Type.Array(Uuid, { description: 'Ids of the directories above this directory, nearest first.' }),
    system: Type.Boolean(),
    uniqueNames: Type.Boolean(),
  },
  { title: 'Directory' },
)

/** Maximum number of entries in one bulk request. */
export const bulkEntries = { maxItems: 1000 }
