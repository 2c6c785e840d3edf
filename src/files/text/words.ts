/** The characters of a word; all other characters separate words. */
const wordPattern = /[\p{L}\p{M}\p{Nd}]+/gu
/** Longer words are ignored; PostgreSQL rejects words of more than 2,047 bytes. */
const maxWordChars = 200
/** The last word position that PostgreSQL counts; words after it cannot be part of a phrase. */
const countedPlaces = 16_383
/**
 * The maximum size of a text search vector. PostgreSQL allows less than 1 MiB: the bytes of each different word and two
 * bytes for each position.
 */
const maxListBytes = 1_000_000
const maxPlacesOfWord = 255

/** Returns the words of a text in lower case; used for both indexing and searching. */
export function wordsOf(text: string): string[] {
  const words = clean(text).toLowerCase().match(wordPattern) ?? []
  return words.filter((word) => word.length <= maxWordChars)
}

/**
 * Returns the words to be indexed, separated by spaces. After the last counted position, each new word is added once,
 * so that a long text costs little. The text is cut where the vector might become too large.
 */
export function indexedWords(text: string): string {
  const kept: string[] = []
  const places = new Map<string, number>()
  let bytes = 0
  for (const word of wordsOf(text)) {
    const before = places.get(word)
    if (before !== undefined && kept.length >= countedPlaces) continue
    // Two bytes for the number of positions, and one for alignment.
    if (before === undefined) bytes += Buffer.byteLength(word) + 3
    if ((before ?? 0) < maxPlacesOfWord) bytes += 2
    if (bytes > maxListBytes) break
    places.set(word, (before ?? 0) + 1)
    kept.push(word)
  }
  return kept.join(' ')
}

/** Returns the beginning of a text from which snippets are made. */
export function excerptOf(text: string, maxChars: number): string {
  const line = clean(text.slice(0, 2 * maxChars)).replaceAll(/\s+/gu, ' ')
  // PostgreSQL removes anything that looks like a tag from a snippet.
  return line
    .replaceAll(/<(?! )/g, '< ')
    .trim()
    .slice(0, maxChars)
    .toWellFormed()
}

/**
 * Composes accented letters (NFC), removes soft hyphens, and replaces what PostgreSQL rejects: zero characters and
 * halves of surrogate pairs.
 */
function clean(text: string): string {
  return text.replaceAll('\u00ad', '').replaceAll('\0', ' ').toWellFormed().normalize('NFC')
}
