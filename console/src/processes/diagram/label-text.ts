const fontPx = 12
/** Width in pixels at which labels beside elements and flows are wrapped. */
const wrapPx = 90
/** Height of a line of text in pixels. */
export const linePx = fontPx * 1.2

/** Returns the estimated width in pixels of a text in the font of diagrams. */
export function textWidth(text: string): number {
  let ems = 0
  for (const letter of text) ems += emsOf(letter)
  return ems * fontPx
}

/** Returns the width of a letter in units of the font size, rounded up to that of similar letters. */
function emsOf(letter: string): number {
  if (/[\sijlIftr1.,:;!'()|-]/.test(letter)) return 0.38
  if (/[гт]/.test(letter)) return 0.5
  if (/[mwMWжшщмюыфЖШЩМЮЫФ]/.test(letter)) return 0.87
  if (/\p{Lu}/u.test(letter)) return 0.74
  return 0.6
}

/**
 * Returns the lines of a text that is wrapped between words. A word that is wider than `widthPx` is a line of its
 * own.
 */
export function wrapped(text: string, widthPx: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter((each) => each !== '')) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && textWidth(longer) <= widthPx) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** Returns the size in pixels of a label that has room for each of the texts. */
export function labelSize(texts: readonly string[]): { width: number; height: number } {
  const words = texts.flatMap((text) => text.split(/\s+/))
  const limit = Math.max(wrapPx, ...words.map(textWidth))
  const lines = texts.map((text) => wrapped(text, limit))
  return {
    width: Math.ceil(Math.max(...lines.flat().map(textWidth))),
    height: Math.ceil(Math.max(...lines.map(({ length }) => length)) * linePx),
  }
}
