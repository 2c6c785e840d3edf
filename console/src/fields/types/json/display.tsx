import type { DisplayProps } from '../../field-type.ts'

const shownInList = 80

export const JsonDisplay = ({ value, isInList }: DisplayProps) =>
  isInList ? (
    <code>{JSON.stringify(value).slice(0, shownInList)}</code>
  ) : (
    <pre style={{ margin: 0, whiteSpace: 'pre-wrap' }}>{JSON.stringify(value, undefined, 2)}</pre>
  )
