import type { FieldType, ShowProps } from '../field-type.ts'

/** The parts of a person's name; each can be empty. */
export interface FullName {
  readonly lastname: string
  readonly firstname: string
  readonly middlename: string
}

export const fullNameType: FieldType = {
  code: 'FULL_NAME',
  Show: ({ value }: ShowProps) =>
    [value as FullName | FullName[]]
      .flat()
      .map(({ lastname, firstname, middlename }) => [lastname, firstname, middlename].filter(Boolean).join(' '))
      .join(', '),
  filter: () => 'text',
  isSortable: true,
}
