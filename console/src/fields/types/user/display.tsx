import { useUserNames } from '../../../api/names.ts'
import type { DisplayProps } from '../../field-type.ts'
import { unloadedIds } from '../../named-entries.ts'
import { Names } from '../../names.tsx'

export const UserDisplay = ({ value, isInList }: DisplayProps) => (
  <Names value={value} isInList={isInList} names={useUserNames(unloadedIds(value))} />
)
