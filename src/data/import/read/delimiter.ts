import { wrongOption } from '../errors.ts'

const candidates = [';', ',', '\t'] as const
const maxRecords = 50

/**
 * Returns the delimiter that an option names: one character; a tab can be written as `\t` or `tab`. Throws
 * `import.wrong_option`.
 */
export function delimiterByName(name: string): string {
  const delimiter = /^(\\t|tab)$/i.test(name) ? '\t' : name
  if (delimiter.length === 1 && !/["\r\n\p{L}\p{N}]/u.test(delimiter)) return delimiter
  throw wrongOption('delimiter must be one character, such as "," or ";" or a tab', { field: 'delimiter' })
}

/**
 * Detects the delimiter: the character that splits most of the first records into the same number of cells. With
 * `whole`, the sample is the complete file; otherwise its last record may be cut off and is ignored.
 */
export function sniffDelimiter(sample: string, whole: boolean): string {
  let best = { delimiter: ',', share: 0, count: 0 }
  for (const delimiter of candidates) {
    const counts = delimitersOfRecords(sample, delimiter, whole)
    const count = counts[0] ?? 0
    if (count === 0) continue
    // The number of commas inside addresses varies between records, while the number of delimiters hardly does.
    const share = counts.filter((other) => other === count).length / counts.length
    if (share > best.share || (share === best.share && count > best.count)) best = { delimiter, share, count }
  }
  return best.delimiter
}

/** Returns the number of delimiters in each record, without those in quoted cells. */
function delimitersOfRecords(sample: string, delimiter: string, whole: boolean): number[] {
  const counts: number[] = []
  let count = 0
  let quoted = false
  let cellBegins = true
  let recordBegins = true
  for (const char of sample) {
    if (quoted) {
      // A doubled quote counts as the end and a new beginning of the quoted text, which gives the same result.
      if (char === '"') quoted = false
      cellBegins = char === '"'
      continue
    }
    if (char === '\n' || char === '\r') {
      if (!recordBegins) counts.push(count)
      if (counts.length === maxRecords) return counts
      count = 0
      cellBegins = recordBegins = true
      continue
    }
    recordBegins = false
    if (char === '"' && cellBegins) quoted = true
    else if (char === delimiter) count++
    cellBegins = char === delimiter
  }
  if (!recordBegins && (whole || counts.length === 0)) counts.push(count)
  return counts
}
