import type { DisplayProps } from '../../field-type.ts'
import type { FullName } from './type.ts'

export const FullNameDisplay = ({ value }: DisplayProps) =>
  [value as FullName | FullName[]]
    .flat()
    .map(({ lastname, firstname, middlename }) => [lastname, firstname, middlename].filter(Boolean).join(' '))
    .join(', ')
