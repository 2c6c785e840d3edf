import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { editDistance } from '../kit/nearest.ts'
import { settings } from './settings.ts'

/** Minimum length of a name to compare; shorter names are similar to too many others. */
const minLength = 4

/** Names of settings, without those that stand for many names, such as `SECRET_…`. */
const known = settings.map(({ name }) => name).filter((name) => /^[A-Z][A-Z0-9_]+$/.test(name))

/** Variables that Node.js, its libraries, the driver of PostgreSQL, the tracing library or the system read. */
const ofOthers =
  /^(SECRET_|NODE_|UV_|SSL_|OPENSSL_|PG|OTEL_|LC_)|^(TZ|LANG|LANGUAGE|PATH|HOME|TMPDIR|NO_COLOR|FORCE_COLOR)$/

/**
 * Returns the environment variables whose names differ from the name of a setting by one letter, or only in case,
 * each with the name of the setting. Such a variable has no effect, and was probably meant as the setting.
 */
export function misspeltSettings(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): { readonly name: string; readonly meant: string }[] {
  return Object.keys(environment)
    .filter((name) => name.length >= minLength && !known.includes(name) && !name.startsWith('SECRET_'))
    .flatMap((name) => {
      const meant = known.find((one) => editDistance(name.toUpperCase(), one, 1) <= 1)
      return meant === undefined ? [] : [{ name, meant }]
    })
}

/**
 * Returns the names in the file `.env` of the working folder that are no settings, that `misspeltSettings` does not
 * return, and that no other program is known to read. The environment itself is not searched, because it belongs to
 * other programs, too. `text` is the content of the file.
 */
export function unknownSettings(text = existsSync('.env') ? readFileSync('.env', 'utf8') : ''): string[] {
  const given = parseEnv(text)
  const misspelt = new Set(misspeltSettings(given).map(({ name }) => name))
  const isUnknown = (name: string): boolean => !known.includes(name) && !misspelt.has(name) && !ofOthers.test(name)
  return Object.keys(given).filter(isUnknown).sort()
}
