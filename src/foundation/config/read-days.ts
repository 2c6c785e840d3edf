import type { Given } from './given.ts'
import { defaultOf } from './settings.ts'

/** Returns a number of days from a setting; 0 stands for "for ever". */
export function readDays(given: Given, name: string): number {
  const text = given(name) ?? defaultOf(name)
  const days = Number(text)
  if (!Number.isInteger(days) || days < 0 || days > 36_500)
    throw new Error(`${name} is "${text}"; it must be days from 0 to 36500`)
  return days
}
