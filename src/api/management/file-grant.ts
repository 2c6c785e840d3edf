import { Type } from 'typebox'
import { fileRights } from '../../files/index.ts'
import { Time, Uuid } from '../v1/schemas.ts'

/** Of a file or a directory. */
export const FileParams = Type.Object({ id: Type.String() })
/** One subject's rights to it. */
export const FileGrantParams = Type.Object({ id: Type.String(), subject: Type.String() })

export const FileGrantInput = Type.Object({
  rights: Type.Array(Type.Enum([...fileRights]), { minItems: 1, uniqueItems: true }),
  comment: Type.Optional(Type.String({ maxLength: 1000 })),
})

export const FileGrantResult = Type.Object({
  subject: Uuid,
  kind: Type.String(),
  name: Type.String(),
  rights: Type.Array(Type.String()),
  comment: Type.String(),
  createdAt: Time,
  createdBy: Uuid,
})
