import type { Field, FieldType, ShowProps } from '../field-type.ts'

const isLong = ({ data }: Field): boolean => data.view === 'multiline' || data.view === 'html'

/** Texts. HTML is shown as its text, never as markup. */
export const stringType: FieldType = {
  code: 'STRING',
  Show: ({ value, field, isInList }: ShowProps) => {
    const texts = [value].flat().map((text) => (field.data.view === 'html' ? plainText(String(text)) : String(text)))
    return isInList ? texts.join(', ') : <span style={{ whiteSpace: 'pre-line' }}>{texts.join('\n')}</span>
  },
  filter: () => 'text',
  isLong,
  isSortable: true,
}

const plainText = (html: string): string => new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''
