import { compare } from '../values/compare.ts'
import { readDecimal } from '../values/decimal.ts'
import { readDate, readDateTime, readDuration, readTime } from '../values/temporal-text.ts'
import { FeelRange, type FeelValue } from '../values/value.ts'

const pattern = /^\s*([[(\]])(.*?)\.\.(.*)([\])[])\s*$/s

/** Reads the text of a range with literal bounds, such as `[1..5)`; undefined when the text is not a range. */
export function readRange(text: string): FeelRange | undefined {
  const found = pattern.exec(text)
  if (found === null) return undefined
  const [, open, low, high, close] = found
  const [start, end] = [readBound(low!.trim()), readBound(high!.trim())]
  if (start === undefined || end === undefined || (start === null && end === null)) return undefined
  const [startIncluded, endIncluded] = [open === '[', close === ']']
  if ((start === null && startIncluded) || (end === null && endIncluded)) return undefined
  if (start !== null && end !== null) {
    const order = compare(start, end)
    if (order === null || order > 0) return undefined
  }
  return new FeelRange({ start, startIncluded, end, endIncluded })
}

/** Reads a bound: a number, a string, a temporal literal or function call; null when it is absent. */
function readBound(text: string): FeelValue | undefined {
  if (text === '' || text === 'null') return null
  const string = /^"([^"\\]*)"$/.exec(text)
  if (string) return string[1]!
  const temporal = /^(?:@"([^"]*)"|(date|time|date and time|duration)\(\s*"([^"]*)"\s*\))$/.exec(text)
  if (temporal) return readTemporal(temporal[2], temporal[1] ?? temporal[3]!)
  return readDecimal(text)
}

function readTemporal(kind: string | undefined, text: string): FeelValue | undefined {
  if (kind === 'date') return readDate(text)
  if (kind === 'time') return readTime(text)
  if (kind === 'date and time') return readDateTime(text)
  if (kind === 'duration') return readDuration(text)
  return readDate(text) ?? (text.includes('T') ? readDateTime(text) : undefined) ?? readTime(text) ?? readDuration(text)
}
