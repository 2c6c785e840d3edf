/** The spaces that people and spreadsheets put between thousands: plain, no-break and narrow no-break. */
const space = '[ \\u00a0\\u202f]'
const shape = new RegExp(`^[+-]?(\\d{1,3}(${space}\\d{3}){1,60}|\\d{1,200})(\\.\\d{1,200})?(e[+-]?\\d{1,2})?$`, 'i')

/**
 * Returns a number written by a person (`1 234,56` or `1234.56`) in the form `1234.56`; undefined when the text is no
 * number. A comma is always the decimal separator: `1,234` is a little more than one.
 */
export function parseDecimal(text: string): string | undefined {
  const pointed = text.trim().replace('\u2212', '-').replace(',', '.')
  return shape.test(pointed) ? pointed.replace(/[ \u00a0\u202f]/g, '') : undefined
}
