/** What a word is made of; everything else separates words. */
const wordPattern = /[\p{L}\p{M}\p{Nd}]+/gu
/** Longer ones are no words; the database takes none above 2,047 bytes. */
const maxWordChars = 200
/** The database counts places up to here, so words behind can't be parts of a phrase. */
const countedPlaces = 16_383
/** A list of words of the database is less than 1 MiB: of each different word its bytes, and two for each place. */
const maxListBytes = 1_000_000
const maxPlacesOfWord = 255

/** The words of a text as the index and the search take them alike. */
export function wordsOf(text: string): string[] {
  const words = clean(text).toLowerCase().match(wordPattern) ?? []
  return words.filter((word) => word.length <= maxWordChars)
}

/**
 * The words to be indexed, with spaces between them. Behind those whose places are counted each new word stands once, so
 * a long text costs little; it ends where the list of words might grow too long.
 */
export function indexedWords(text: string): string {
  const kept: string[] = []
  const places = new Map<string, number>()
  let bytes = 0
  for (const word of wordsOf(text)) {
    const before = places.get(word)
    if (before !== undefined && kept.length >= countedPlaces) continue
    // Two for how many places there are, and one to begin at an even address.
    if (before === undefined) bytes += Buffer.byteLength(word) + 3
    if ((before ?? 0) < maxPlacesOfWord) bytes += 2
    if (bytes > maxListBytes) break
    places.set(word, (before ?? 0) + 1)
    kept.push(word)
  }
  return kept.join(' ')
}

/** The beginning of a text, as it is shown with what was found. */
export function excerptOf(text: string, maxChars: number): string {
  const line = clean(text.slice(0, 2 * maxChars)).replaceAll(/\s+/gu, ' ')
  // The database leaves out what looks like a tag.
  return line
    .replaceAll(/<(?! )/g, '< ')
    .trim()
    .slice(0, maxChars)
    .toWellFormed()
}

/** Letters with their accents as one, no soft hyphens, and nothing that the database refuses. */
function clean(text: string): string {
  return text.replaceAll('\u00ad', '').replaceAll('\0', ' ').toWellFormed().normalize('NFC')
}
