import { wrongOption } from '../errors.ts'

const candidates = [';', ',', '\t'] as const
const maxRecords = 50

/** One character; a tab may be written as `\t` or `tab`. */
export function delimiterByName(name: string): string {
  const delimiter = /^(\\t|tab)$/i.test(name) ? '\t' : name
  if (delimiter.length === 1 && !/["\r\n\p{L}\p{N}]/u.test(delimiter)) return delimiter
  throw wrongOption('delimiter has to be one character, such as "," or ";" or a tab', { field: 'delimiter' })
}

/**
 * The character that cuts the first records into equally many cells. `whole`: the sample is all of the file,
 * else its last record may be cut and does not count.
 */
export function sniffDelimiter(sample: string, whole: boolean): string {
  let best = { delimiter: ',', share: 0, count: 0 }
  for (const delimiter of candidates) {
    const counts = delimitersOfRecords(sample, delimiter, whole)
    const count = counts[0] ?? 0
    if (count === 0) continue
    // A comma inside an address varies from record to record, a delimiter hardly does.
    const share = counts.filter((other) => other === count).length / counts.length
    if (share > best.share || (share === best.share && count > best.count)) best = { delimiter, share, count }
  }
  return best.delimiter
}

/** How often the delimiter stands in each record, quoted cells aside. */
function delimitersOfRecords(sample: string, delimiter: string, whole: boolean): number[] {
  const counts: number[] = []
  let count = 0
  let quoted = false
  let cellBegins = true
  let recordBegins = true
  for (const char of sample) {
    if (quoted) {
      // A doubled quote closes and opens again, with the same result.
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
