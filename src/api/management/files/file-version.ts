import { Type } from 'typebox'
import { Time, Uuid } from '../../v1/schemas.ts'

export const FileVersion = Type.Object(
  {
    no: Type.Integer({ minimum: 1 }),
    size: Type.Integer({ minimum: 0 }),
    sha256: Type.String(),
    mime: Type.String(),
    createdAt: Time,
    createdBy: Uuid,
  },
  { title: 'FileVersion' },
)
