import type { FilesSettings } from './config.ts'
import type { Given } from './given.ts'
import { readDays } from './read-days.ts'
import { defaultOf } from './settings.ts'

export function readFiles(given: Given): FilesSettings {
  const quota = (name: string): number | undefined => {
    const text = given(name)
    return text === undefined ? undefined : readBytes(name, text)
  }
  return {
    binDays: readDays(given, 'FILES_BIN_DAYS'),
    userQuotaBytes: quota('FILES_USER_QUOTA'),
    quotaBytes: quota('FILES_QUOTA'),
    reserveBytes: readBytes('FILES_RESERVE', given('FILES_RESERVE') ?? defaultOf('FILES_RESERVE')),
  }
}

/** Returns the number of bytes of a text such as `1000`, `500K`, `256M` or `20G`. */
function readBytes(name: string, text: string): number {
  const [, digits, unit = ''] = /^(\d{1,12})([KMG]?)$/i.exec(text) ?? []
  if (digits === undefined) throw new Error(`${name} is "${text}"; it must be bytes, such as 256M or 20G`)
  return Number(digits) * 1024 ** ' KMG'.indexOf(unit.toUpperCase() || ' ')
}
