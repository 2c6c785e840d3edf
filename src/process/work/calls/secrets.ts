/** The secrets of the installation by their names. Secrets are never stored and never part of a message. */
export type Secrets = Readonly<Record<string, string>>

/** Error for a setting that names an unknown secret. */
export class SecretMissing extends Error {
  override readonly name = 'SecretMissing'
}

/** Returns a secret by its name. Throws SecretMissing. */
export function secretOf(secrets: Secrets, name: string): string {
  if (!Object.hasOwn(secrets, name))
    throw new SecretMissing(`the secret "${name}" is not set; set SECRET_${name} where the server is started`)
  return secrets[name]!
}

/** Texts shorter than this are not replaced, because they also occur by chance. */
const minHiddenChars = 4
const minEncodedChars = 6

/** The texts to replace for each set of secrets, longest first. */
const hiddenTexts = new WeakMap<Secrets, readonly string[]>()

/**
 * Replaces secrets in the text of an answer by `***`, before the text is stored or shown: as they are,
 * percent-encoded, escaped as in JSON, in hex, and in Base64, also as a part of a longer text such as `user:secret`.
 */
export function withoutSecrets(text: string, secrets: Secrets): string {
  let hidden = hiddenTexts.get(secrets)
  if (hidden === undefined) {
    hidden = [...new Set(Object.values(secrets).flatMap(formsOf))].sort((one, other) => other.length - one.length)
    hiddenTexts.set(secrets, hidden)
  }
  return hidden.reduce((shown, secret) => shown.replaceAll(secret, '***'), text)
}

function formsOf(secret: string): string[] {
  if (secret.length < minHiddenChars) return []
  const hex = Buffer.from(secret).toString('hex')
  const percent = encodeURIComponent(secret.toWellFormed())
  const plain = [secret, percent, percent.replaceAll('%20', '+'), JSON.stringify(secret).slice(1, -1)]
  const lowerPercent = percent.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())
  const encoded = [hex, hex.toUpperCase(), ...base64Of(secret)].filter((text) => text.length >= minEncodedChars)
  return [...plain, lowerPercent, ...encoded]
}

/**
 * Returns the Base64 characters of a text, for each of the three positions at which it can begin in a longer text.
 * The characters at both ends that also depend on the neighbours of the text are left out.
 */
function base64Of(text: string): string[] {
  const bytes = Buffer.from(text)
  return [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    const inner = whole.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

/** Replaces secrets in all strings of a JSON value by `***`, but not in the names of properties. */
export function withoutSecretsIn<T>(value: T, secrets: Secrets): T {
  return JSON.parse(JSON.stringify(value), (_, inner) =>
    typeof inner === 'string' ? withoutSecrets(inner, secrets) : inner,
  ) as T
}
