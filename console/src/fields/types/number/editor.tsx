import { useFormats } from '../../../i18n/format.ts'
import { useI18n } from '../../../i18n/index.tsx'
import { type EditorProps, inputProps } from '../../editor.ts'
import { NumberBox } from '../../number-box.tsx'
import { parseNumber } from '../../numbers.ts'

/** A number; several numbers are separated by semicolons. */
export function NumberEditor(props: EditorProps) {
  const { field, value, onChange } = props
  const { number } = useFormats()
  const { language } = useI18n()
  const parse = (text: string) => parseNumber(text, language)
  const shownOf = (each: unknown): string => (typeof each === 'number' ? number(each) : String(each ?? ''))
  const parseAll = (text: string) => {
    const numbers = text.split(';').map(parse)
    return numbers.every((each) => each !== undefined) ? numbers : undefined
  }
  return (
    <NumberBox
      {...inputProps(props)}
      shown={[value ?? []].flat().map(shownOf).join('; ')}
      parse={field.array ? parseAll : parse}
      onValue={onChange}
    />
  )
}
