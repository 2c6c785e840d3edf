import { isUuid } from '../../foundation/kit/ids.ts'
import { didYouMean } from '../../foundation/kit/nearest.ts'
import type { Constant } from '../condition.ts'
import { refuse } from '../errors.ts'
import { zonedTime } from './zoned-time.ts'

type Arguments = readonly (string | number | boolean)[]

/**
 * The functions that give a constant. The parser itself reads `Count`, which gives a number of rows or values, and
 * `RelativeDatetime`, which gives a period. A string result is the error message.
 */
const functions: Readonly<Record<string, (args: Arguments) => Constant | string>> = {
  currentuser: (args) => (args.length === 0 ? { is: 'caller' } : 'CurrentUser takes nothing'),

  datetime(args) {
    if (args.length === 1 && typeof args[0] === 'string') {
      const word = args[0].toLowerCase()
      return word === 'now' || word === 'today' ? { is: word } : "Datetime knows the words 'Now' and 'Today'"
    }
    const last = args.at(-1)
    const zone = args.length > 1 && typeof last === 'string' ? last : undefined
    const numbers = (zone === undefined ? args : args.slice(0, -1)).filter((value) => typeof value === 'number')
    const complete = numbers.length === args.length - (zone === undefined ? 0 : 1)
    const text = complete ? zonedTime(numbers, zone ?? 'UTC') : undefined
    const usage = 'Datetime takes (year, month, day, hour, minute, second, zone); all but the year can be omitted'
    return text === undefined ? usage : { is: 'moment', text }
  },

  /** A time of day is stored as that time on January 1 of the year 1. */
  time(args) {
    const numbers = args.filter((value) => typeof value === 'number')
    const complete = numbers.length === args.length && numbers.length > 0 && numbers.length < 4
    const text = complete ? zonedTime([1, 1, 1, ...numbers], 'UTC') : undefined
    return text === undefined
      ? 'Time takes (hour, minute, second); all but the hour can be omitted'
      : { is: 'moment', text }
  },

  refitem([namespace, code, id, more]) {
    const named = typeof namespace === 'string' && typeof code === 'string' && more === undefined
    if (named && id === undefined) return { is: 'item', namespace, code }
    if (named && isUuid(id)) return { is: 'item', namespace, code, id: id.toLowerCase() }
    return "Refitem wants ('namespace', 'code') or ('namespace', 'code', 'uuid')"
  },
}

/**
 * Evaluates a function; `name` is in lower case. Values that depend on the caller or the clock are filled in when the
 * condition is compiled.
 */
export function readFunction(name: string, args: Arguments, at: number): Constant {
  const read = Object.hasOwn(functions, name) ? functions[name] : undefined
  if (name === 'count') throw refuse('Count must be one side of a comparison', at)
  if (name === 'relativedatetime')
    throw refuse('RelativeDatetime must stand alone on one side of a comparison or after "in"', at)
  if (!read) throw refuse(`unknown function "${name.slice(0, 100)}"${didYouMean(name, names)}`, at)
  const value = read(args)
  if (typeof value === 'string') throw refuse(value, at)
  return value
}

const names = ['Datetime', 'Time', 'RelativeDatetime', 'CurrentUser', 'Count', 'Refitem']
