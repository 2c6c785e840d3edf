/** The secrets of the installation by their names. They are never stored and never part of a message. */
export type Secrets = Readonly<Record<string, string>>

/** A setting names a secret that the installation does not have. */
export class SecretMissing extends Error {
  override readonly name = 'SecretMissing'
}

/** Returns a secret. Throws SecretMissing. */
export function secretOf(secrets: Secrets, name: string): string {
  if (!Object.hasOwn(secrets, name))
    throw new SecretMissing(`the secret "${name}" is not set; set SECRET_${name} where the server is started`)
  return secrets[name]!
}

/** Replaces the secrets in a text that another system sent back, before it is stored or shown. */
export function withoutSecrets(text: string, secrets: Secrets): string {
  return Object.values(secrets)
    .filter((secret) => secret.length >= 4)
    .reduce((shown, secret) => shown.replaceAll(secret, '***'), text)
}
