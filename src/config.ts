import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { isHostName, isNetwork } from './foundation/kit/host-names.ts'

export interface Config {
  readonly host: string
  readonly port: number
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly baseUrl: string | undefined
  readonly adminToken: string | undefined
  readonly sample: 'office' | 'none'
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** IP addresses or networks of the proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[]
  /** Host names, IP addresses and networks from which files may be fetched although they are not public. */
  readonly outboundAllow: readonly string[]
  readonly outboundPorts: readonly number[]
  /** Time zone of the installation, such as `Europe/Berlin`: of working hours, and of start times. */
  readonly timeZone: string
  /** Whether the clock can be moved through the API. */
  readonly testClock: boolean
  /** Object store for the bytes of files; undefined for the data folder. */
  readonly s3: S3Settings | undefined
  readonly files: FilesSettings
  /** The server that sends mail; undefined when no mail can be sent. */
  readonly mail: MailSettings | undefined
  /** The secrets that processes use, by the names without `SECRET_`. */
  readonly secrets: Readonly<Record<string, string>>
}

/** An SMTP server, and the address that mail comes from. */
export interface MailSettings {
  readonly host: string
  readonly port: number
  /** Whether the connection begins with TLS; otherwise it is upgraded by STARTTLS. */
  readonly isTls: boolean
  readonly user?: string
  readonly password?: string
  readonly from: string
}

export interface FilesSettings {
  /** Days after which files in the recycle bin are deleted; 0 keeps them. */
  readonly binDays: number
  /** Quota of each user in bytes, as `quotaBytes` is that of the whole installation; undefined for no quota. */
  readonly userQuotaBytes: number | undefined
  readonly quotaBytes: number | undefined
  /** Bytes that stay free on the disk of the data folder. */
  readonly reserveBytes: number
}

/** A bucket of S3 or a compatible object store. */
export interface S3Settings {
  /** Address `https://HOST[:PORT][/PATH]` without a trailing slash. */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/**
 * Every setting, for docs/settings.md; `chancery serve --help` shows the first sentence of each meaning. A default in
 * brackets is a description, not a value.
 */
export const settings: readonly { name: string; defaultValue: string; meaning: string }[] = [
  {
    name: 'HOST',
    defaultValue: '127.0.0.1',
    meaning:
      'Address to listen on. `0.0.0.0` listens on all addresses; put a proxy with TLS in front of the server then.',
  },
  { name: 'PORT', defaultValue: '8080', meaning: 'Port to listen on; 0 selects any free port.' },
  {
    name: 'DATA_DIR',
    defaultValue: './data',
    meaning: 'Folder for the embedded database, files and the first token. See [data folder](#data-folder).',
  },
  {
    name: 'DATABASE_URL',
    defaultValue: '(embedded)',
    meaning: 'URL of PostgreSQL 15 or newer, such as `postgres://user@host/chancery`. See [PostgreSQL](#postgresql).',
  },
  {
    name: 'BASE_URL',
    defaultValue: '(from HOST and PORT)',
    meaning:
      'URL of the server in links. `/openapi.json` names it, too. If it begins with `https://`, browsers send session cookies over https only.',
  },
  {
    name: 'TRUSTED_PROXIES',
    defaultValue: '(none)',
    meaning:
      'Addresses or networks of trusted proxies, separated by commas; `X-Forwarded-For` is only read from these. It identifies the client for the limits of sign-ins.',
  },
  {
    name: 'OUTBOUND_ALLOW',
    defaultValue: '(none)',
    meaning:
      'Hosts, addresses or networks that are not public, but from which files may be fetched, separated by commas. A host name is allowed whatever address it resolves to. Its subdomains are not allowed.',
  },
  {
    name: 'OUTBOUND_PORTS',
    defaultValue: '80,443,8080,8443',
    meaning: 'Ports from which files may be fetched, separated by commas. They apply to public and to allowed hosts.',
  },
  {
    name: 'ADMIN_TOKEN',
    defaultValue: '(created at the first start)',
    meaning:
      'API token of the administrator, at least 16 characters. It is valid from this start on, and an earlier token stays valid. A token that was revoked before stays revoked; the start reports this, and another token gives access.',
  },
  {
    name: 'SAMPLE',
    defaultValue: 'none',
    meaning:
      'Sample solution to deploy at each start: `office` or `none`; `npm start` uses `office`. A sample that was modified is left as it is if deploying would destroy something.',
  },
  {
    name: 'LOG_LEVEL',
    defaultValue: 'warn',
    meaning:
      'Log level: `debug`, `info`, `warn`, `error` or `silent`; the log goes to stderr, one JSON object per line.',
  },
  {
    name: 'TIME_ZONE',
    defaultValue: '(that of the system)',
    meaning:
      'Time zone of the installation, such as `Europe/Moscow`. Working hours and the times of processes use it where a calendar or a process names no time zone.',
  },
  {
    name: 'TEST_CLOCK',
    defaultValue: '0',
    meaning:
      '1 lets administrators advance the clock through the API; refused with `NODE_ENV=production`. Jobs that are due by then run at once. Use a data folder of its own: a server that is started without the setting is back at the real time, while its data is from the future.',
  },
  {
    name: 'FILES_BIN_DAYS',
    defaultValue: '30',
    meaning: 'Days until a deleted file is removed from the recycle bin; 0 keeps deleted files.',
  },
  {
    name: 'FILES_USER_QUOTA',
    defaultValue: '(none)',
    meaning:
      'Maximum number of bytes of the files of one user, such as `20G`. `K`, `M` and `G` are powers of 1,024. See [quotas](files.md#quotas).',
  },
  { name: 'FILES_QUOTA', defaultValue: '(none)', meaning: 'Maximum number of bytes of all files.' },
  {
    name: 'FILES_RESERVE',
    defaultValue: '256M',
    meaning: 'Bytes that uploads leave free on the disk of DATA_DIR for the database; 0 leaves none.',
  },
  {
    name: 'S3_ENDPOINT',
    defaultValue: '(none, files are in DATA_DIR)',
    meaning:
      'URL of an object store for the content of files, such as `https://s3.eu-central-1.amazonaws.com`. See [object store](#object-store).',
  },
  {
    name: 'S3_REGION',
    defaultValue: 'us-east-1',
    meaning: 'Region of the object store; many compatible stores accept any value.',
  },
  { name: 'S3_BUCKET', defaultValue: '(none)', meaning: 'Existing bucket of the object store.' },
  { name: 'S3_ACCESS_KEY_ID', defaultValue: '(none)', meaning: 'Access key of the object store.' },
  { name: 'S3_SECRET_ACCESS_KEY', defaultValue: '(none)', meaning: 'Secret of the access key.' },
  {
    name: 'SMTP_URL',
    defaultValue: '(none, no mail is sent)',
    meaning:
      'Mail server for the mails of processes: `smtps://USER:PASSWORD@HOST:465` with TLS, or `smtp://HOST:587` with STARTTLS. See [mail](#mail).',
  },
  {
    name: 'MAIL_FROM',
    defaultValue: '(none)',
    meaning: 'Address that mails come from, such as `Chancery <chancery@example.com>`; needed with SMTP_URL.',
  },
  {
    name: 'SECRET_…',
    defaultValue: '(none)',
    meaning:
      'Secrets that processes use in requests: `SECRET_CRM_KEY=…` is the secret `CRM_KEY`. See [secrets](#secrets).',
  },
]

type Environment = Readonly<Record<string, string | undefined>>

/** Returns the value of a setting; undefined when it is absent or blank. */
type Given = (name: string) => string | undefined

/**
 * Reads and checks every setting once. No other file reads the environment. `defaults` holds default values of this
 * call. Throws an error with a message for the operator.
 */
export function readConfig(defaults: Environment = {}, from?: Environment): Config {
  if (from === undefined && existsSync('.env')) process.loadEnvFile('.env')
  const environment = { ...defaults, ...(from ?? process.env) }
  const given: Given = (name) => environment[name]?.trim() || undefined
  return {
    host: given('HOST') ?? defaultOf('HOST'),
    port: readPort(given),
    dataDir: resolve(given('DATA_DIR') ?? defaultOf('DATA_DIR')),
    databaseUrl: readDatabaseUrl(given),
    baseUrl: given('BASE_URL')?.replace(/\/+$/, ''),
    adminToken: readAdminToken(given),
    sample: readWord(given, 'SAMPLE', ['office', 'none']),
    logLevel: readWord(given, 'LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent']),
    trustedProxies: readTrustedProxies(given),
    outboundAllow: readOutboundAllow(given),
    outboundPorts: readOutboundPorts(given),
    timeZone: readTimeZone(given),
    testClock: readTestClock(given),
    s3: readS3(given),
    files: readFiles(given),
    mail: readMail(given),
    secrets: readSecrets(environment),
  }
}

/** Returns the default of a setting from the list above, so that each default is written once. */
function defaultOf(name: string): string {
  return settings.find((setting) => setting.name === name)!.defaultValue
}

function readPort(given: Given): number {
  const text = given('PORT') ?? defaultOf('PORT')
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`PORT is "${text}"; it must be 0 to 65535`)
  return port
}

function readDatabaseUrl(given: Given): string | undefined {
  const url = given('DATABASE_URL')
  if (url !== undefined && !/^postgres(ql)?:\/\//.test(url))
    throw new Error('DATABASE_URL must begin with postgres:// or postgresql://')
  return url
}

function readAdminToken(given: Given): string | undefined {
  const token = given('ADMIN_TOKEN')
  if (token !== undefined && token.length < 16) throw new Error('ADMIN_TOKEN must have 16 characters or more')
  return token
}

function readWord<T extends string>(given: Given, name: string, allowed: readonly T[]): T {
  const word = given(name) ?? defaultOf(name)
  const found = allowed.find((one) => one === word)
  if (found === undefined) throw new Error(`${name} is "${word}"; it must be ${allowed.join(', ')}`)
  return found
}

function readTimeZone(given: Given): string {
  const timeZone = given('TIME_ZONE')
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw new Error(`TIME_ZONE is "${timeZone}"; it must be the name of a time zone, such as Europe/Moscow`)
  return timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}

function isTimeZone(name: string): boolean {
  try {
    return !/^[+-]/.test(name) && Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

function readTestClock(given: Given): boolean {
  const isOn = readWord(given, 'TEST_CLOCK', ['0', '1']) === '1'
  if (isOn && given('NODE_ENV') === 'production') throw new Error('TEST_CLOCK=1 is refused with NODE_ENV=production')
  return isOn
}

function readTrustedProxies(given: Given): string[] {
  const proxies = listed(given('TRUSTED_PROXIES'))
  for (const one of proxies)
    if (!isNetwork(one))
      throw new Error(`TRUSTED_PROXIES has "${one}"; it must be an IP address or a network such as 10.0.0.0/8`)
  return proxies
}

function readOutboundAllow(given: Given): string[] {
  const allowed = listed(given('OUTBOUND_ALLOW'))
  for (const one of allowed)
    if (!isNetwork(one) && !isHostName(one))
      throw new Error(`OUTBOUND_ALLOW has "${one}"; it must be a host name, an IP address or a network`)
  return allowed
}

function readOutboundPorts(given: Given): number[] {
  const text = given('OUTBOUND_PORTS') ?? defaultOf('OUTBOUND_PORTS')
  const ports = listed(text).map(Number)
  if (!ports.every((port) => Number.isInteger(port) && port > 0 && port <= 65_535))
    throw new Error(`OUTBOUND_PORTS is "${text}"; it must be ports with commas`)
  return ports
}

function listed(text = ''): string[] {
  return text.split(',').flatMap((one) => one.trim() || [])
}

function readFiles(given: Given): FilesSettings {
  const days = given('FILES_BIN_DAYS') ?? defaultOf('FILES_BIN_DAYS')
  const binDays = Number(days)
  if (!Number.isInteger(binDays) || binDays < 0 || binDays > 36_500)
    throw new Error(`FILES_BIN_DAYS is "${days}"; it must be days from 0 to 36500`)
  const quota = (name: string): number | undefined => {
    const text = given(name)
    return text === undefined ? undefined : readBytes(name, text)
  }
  return {
    binDays,
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

function readS3(given: Given): S3Settings | undefined {
  const names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  const [endpoint, bucket, accessKeyId, secretAccessKey] = names.map(given)
  const missing = names.filter((name) => given(name) === undefined)
  if (missing.length === names.length) return undefined
  if (missing.length > 0) throw new Error(`${missing.join(', ')} must be set as well when other S3_ settings are`)
  // The endpoint must be an address only, without a user or a query.
  if (!/^https?:\/\/[^/?#@\s]+(\/[^?#\s]*)?$/.test(endpoint!) || !URL.canParse(endpoint!))
    throw new Error('S3_ENDPOINT must be like https://s3.example.com, without a user or a query')
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/.test(bucket!))
    throw new Error(`S3_BUCKET is "${bucket}"; it must be the name of a bucket`)
  return {
    endpoint: endpoint!.replace(/\/+$/, ''),
    region: given('S3_REGION') ?? defaultOf('S3_REGION'),
    bucket: bucket!,
    accessKeyId: accessKeyId!,
    secretAccessKey: secretAccessKey!,
  }
}

function readMail(given: Given): MailSettings | undefined {
  const [text, from] = [given('SMTP_URL'), given('MAIL_FROM')]
  if (text === undefined && from === undefined) return undefined
  if (text === undefined || from === undefined) throw new Error('SMTP_URL and MAIL_FROM must be set together')
  const url = URL.parse(text)
  const isTls = url?.protocol === 'smtps:'
  if (
    !url ||
    !(isTls || url.protocol === 'smtp:') ||
    url.hostname === '' ||
    (url.username !== '') !== (url.password !== '')
  )
    throw new Error('SMTP_URL must be like smtps://USER:PASSWORD@HOST:465 or smtp://HOST:587')
  if (!/^([^<>\r\n]*<)?[^\s@<>,]+@[^\s@<>,]+>?$/.test(from))
    throw new Error(`MAIL_FROM is "${from}"; it must be like Chancery <chancery@example.com>`)
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (isTls ? 465 : 587) : Number(url.port),
    isTls,
    ...(url.username !== '' && { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) }),
    from,
  }
}

function readSecrets(environment: Environment): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => {
      const secret = /^SECRET_([A-Z][A-Z0-9_]{0,63})$/.exec(name)?.[1]
      return secret === undefined || !value?.trim() ? [] : [[secret, value.trim()]]
    }),
  )
}
