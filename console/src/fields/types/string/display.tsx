import type { DisplayProps } from '../../field-type.ts'

/** A text. HTML is shown as its text, never as markup. */
export const StringDisplay = ({ value, field, isInList }: DisplayProps) => {
  const texts = [value].flat().map((text) => (field.data.view === 'html' ? plainText(String(text)) : String(text)))
  return isInList ? texts.join(', ') : <span style={{ whiteSpace: 'pre-line' }}>{texts.join('\n')}</span>
}

const plainText = (html: string): string => new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''
