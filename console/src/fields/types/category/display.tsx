import { Tag } from '../../../ui/status-chip.tsx'
import type { DisplayProps } from '../../field-type.ts'

/** One or several values of a fixed set. The schema has their names in the language of the user. */
export const CategoryDisplay = ({ value, field }: DisplayProps) =>
  (value as { code: string; name: string }[]).map(({ code, name }) => (
    <Tag key={code}>{field.data.enumItems?.find((item) => item.code === code)?.name ?? name}</Tag>
  ))
