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

/** Replaces secrets in the text of an answer by `***`, before the text is stored or shown. */
export function withoutSecrets(text: string, secrets: Secrets): string {
  return Object.values(secrets)
    .filter((secret) => secret.length >= 4)
    .reduce((shown, secret) => shown.replaceAll(secret, '***'), text)
}

/** Replaces secrets in all texts of a JSON value by `***`. */
export function withoutSecretsIn<T>(value: T, secrets: Secrets): T {
  return JSON.parse(JSON.stringify(value), (_, inner) =>
    typeof inner === 'string' ? withoutSecrets(inner, secrets) : inner,
  ) as T
}
