import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'

export interface Config {
  readonly host: string
  readonly port: number
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly baseUrl: string | undefined
  readonly adminToken: string | undefined
  readonly sample: 'office' | 'none'
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** IP addresses or networks of proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[]
  /** Host names, IP addresses and networks that files may be fetched from, though they are not public. */
  readonly outboundAllow: readonly string[]
  readonly outboundPorts: readonly number[]
  /** Allows the clock to be moved through the API. */
  readonly testClock: boolean
  /** Where the bytes of files lie, if not in the data folder. */
  readonly s3: S3Settings | undefined
  readonly files: FilesSettings
}

export interface FilesSettings {
  /** 0: what is in the recycle bin stays. */
  readonly binDays: number
  /** Of each user, and of all together; undefined: none. */
  readonly userQuotaBytes: number | undefined
  readonly quotaBytes: number | undefined
  /** Left free on the disk of the data folder. */
  readonly reserveBytes: number
}

/** A bucket of S3, or of what speaks like it. */
export interface S3Settings {
  /** `https://HOST[:PORT][/PATH]`, without a slash at its end. */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** Every setting, for `chancery serve --help`. */
export const settings: readonly { name: string; standard: string; meaning: string }[] = [
  { name: 'HOST', standard: '127.0.0.1', meaning: 'address to listen on' },
  { name: 'PORT', standard: '8080', meaning: 'port to listen on; 0 takes any free one' },
  { name: 'DATA_DIR', standard: './data', meaning: 'folder for the embedded database, files and the first token' },
  {
    name: 'DATABASE_URL',
    standard: '(embedded)',
    meaning: 'PostgreSQL 15 or newer, for example postgres://user@host/chancery',
  },
  { name: 'BASE_URL', standard: '(from HOST and PORT)', meaning: 'address that links use' },
  {
    name: 'TRUSTED_PROXIES',
    standard: '(none)',
    meaning: 'addresses or networks of proxies, with commas; their X-Forwarded-For names the client',
  },
  {
    name: 'OUTBOUND_ALLOW',
    standard: '(none)',
    meaning: 'hosts, addresses or networks inside, with commas, that files may be fetched from by a link',
  },
  { name: 'OUTBOUND_PORTS', standard: '80,443,8080,8443', meaning: 'ports of such links' },
  { name: 'ADMIN_TOKEN', standard: '(made at the first start)', meaning: "an administrator's API token" },
  { name: 'SAMPLE', standard: 'none', meaning: 'office: deploys the sample solution; none' },
  {
    name: 'LOG_LEVEL',
    standard: 'warn',
    meaning: 'debug, info, warn, error or silent; to stderr, a JSON object a line',
  },
  {
    name: 'TEST_CLOCK',
    standard: '(off)',
    meaning: '1 allows the clock to be moved through the API; refused with NODE_ENV=production',
  },
  {
    name: 'FILES_BIN_DAYS',
    standard: '30',
    meaning: 'days until a deleted file leaves the recycle bin for good; 0: never',
  },
  { name: 'FILES_USER_QUOTA', standard: '(none)', meaning: 'bytes that the files of one user may have, such as 20G' },
  { name: 'FILES_QUOTA', standard: '(none)', meaning: 'bytes that all files together may have' },
  {
    name: 'FILES_RESERVE',
    standard: '256M',
    meaning: 'room that uploads leave free on the disk of DATA_DIR, so that the database goes on',
  },
  {
    name: 'S3_ENDPOINT',
    standard: '(none: in DATA_DIR)',
    meaning: 'keeps the bytes of files in an object store, for example https://s3.eu-central-1.amazonaws.com',
  },
  { name: 'S3_REGION', standard: 'us-east-1', meaning: 'its region; many stores of one place take any' },
  { name: 'S3_BUCKET', standard: '(none)', meaning: 'its bucket, which has to be there' },
  { name: 'S3_ACCESS_KEY_ID', standard: '(none)', meaning: 'the key to it' },
  { name: 'S3_SECRET_ACCESS_KEY', standard: '(none)', meaning: 'the secret that belongs to the key' },
]

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads and checks every setting once; the only file that looks at the environment. `standard` holds what a setting is
 * when it is not set. Throws a sentence for people.
 */
export function readConfig(standard: Environment = {}, given?: Environment): Config {
  if (given === undefined && existsSync('.env')) process.loadEnvFile('.env')
  const environment = { ...standard, ...(given ?? process.env) }
  const value = (name: string): string | undefined => environment[name]?.trim() || undefined
  const one = <T extends string>(name: string, allowed: readonly T[], usual: T): T => {
    const given = value(name) ?? usual
    if (!(allowed as readonly string[]).includes(given))
      throw new Error(`${name} is "${given}"; it must be ${allowed.join(', ')}`)
    return given as T
  }
  const port = Number(value('PORT') ?? 8080)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`PORT is "${value('PORT')}"; it must be 0 to 65535`)
  const testClock = value('TEST_CLOCK') === '1'
  if (testClock && value('NODE_ENV') === 'production')
    throw new Error('TEST_CLOCK=1 is refused with NODE_ENV=production')
  const list = (name: string, usual = ''): string[] =>
    (value(name) ?? usual).split(',').flatMap((one) => one.trim() || [])
  const trustedProxies = list('TRUSTED_PROXIES')
  for (const one of trustedProxies)
    if (!isNetwork(one))
      throw new Error(`TRUSTED_PROXIES has "${one}"; it must be an IP address or a network such as 10.0.0.0/8`)
  const outboundAllow = list('OUTBOUND_ALLOW')
  for (const one of outboundAllow)
    if (!isNetwork(one) && !isHostName(one))
      throw new Error(`OUTBOUND_ALLOW has "${one}"; it must be a host name, an IP address or a network`)
  const outboundPorts = list('OUTBOUND_PORTS', '80,443,8080,8443').map(Number)
  if (!outboundPorts.every((port) => Number.isInteger(port) && port > 0 && port <= 65_535))
    throw new Error(`OUTBOUND_PORTS is "${value('OUTBOUND_PORTS')}"; it must be ports with commas`)
  const adminToken = value('ADMIN_TOKEN')
  if (adminToken !== undefined && adminToken.length < 16) throw new Error('ADMIN_TOKEN must have 16 characters or more')
  const databaseUrl = value('DATABASE_URL')
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new Error('DATABASE_URL must begin with postgres:// or postgresql://')
  }
  return {
    host: value('HOST') ?? '127.0.0.1',
    port,
    dataDir: resolve(value('DATA_DIR') ?? './data'),
    databaseUrl,
    baseUrl: value('BASE_URL')?.replace(/\/+$/, ''),
    adminToken,
    sample: one('SAMPLE', ['office', 'none'], 'none'),
    trustedProxies,
    outboundAllow,
    outboundPorts,
    logLevel: one('LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], 'warn'),
    testClock,
    s3: readS3(value),
    files: readFiles(value),
  }
}

function readFiles(value: (name: string) => string | undefined): FilesSettings {
  const binDays = Number(value('FILES_BIN_DAYS') ?? 30)
  if (!Number.isInteger(binDays) || binDays < 0 || binDays > 36_500)
    throw new Error(`FILES_BIN_DAYS is "${value('FILES_BIN_DAYS')}"; it must be days from 0 to 36500`)
  const bytes = (name: string): number | undefined => {
    const text = value(name)
    return text === undefined ? undefined : readBytes(name, text)
  }
  return {
    binDays,
    userQuotaBytes: bytes('FILES_USER_QUOTA'),
    quotaBytes: bytes('FILES_QUOTA'),
    reserveBytes: bytes('FILES_RESERVE') ?? 256 * 1024 ** 2,
  }
}

/** `1000`, `500K`, `256M`, `20G`. */
function readBytes(name: string, text: string): number {
  const [, digits, unit = ''] = /^(\d{1,12})([KMG]?)$/i.exec(text) ?? []
  if (digits === undefined) throw new Error(`${name} is "${text}"; it must be bytes, such as 256M or 20G`)
  return Number(digits) * 1024 ** ' KMG'.indexOf(unit.toUpperCase() || ' ')
}

function readS3(value: (name: string) => string | undefined): S3Settings | undefined {
  const names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  const [endpoint, bucket, accessKeyId, secretAccessKey] = names.map(value)
  const missing = names.filter((name) => value(name) === undefined)
  if (missing.length === names.length) return undefined
  if (missing.length > 0) throw new Error(`${missing.join(', ')} must be set as well when other S3_ settings are`)
  // Nothing but an address: neither a user in it nor a query behind it.
  if (!/^https?:\/\/[^/?#@\s]+(\/[^?#\s]*)?$/.test(endpoint!) || !URL.canParse(endpoint!))
    throw new Error('S3_ENDPOINT must be like https://s3.example.com, without a user or a query')
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/.test(bucket!))
    throw new Error(`S3_BUCKET is "${bucket}"; it must be the name of a bucket`)
  return {
    endpoint: endpoint!.replace(/\/+$/, ''),
    region: value('S3_REGION') ?? 'us-east-1',
    bucket: bucket!,
    accessKeyId: accessKeyId!,
    secretAccessKey: secretAccessKey!,
  }
}

function isNetwork(text: string): boolean {
  const [address = '', bits = '0', ...more] = text.split('/')
  const mostBits = { 0: -1, 4: 32, 6: 128 }[isIP(address)]!
  return /^\d{1,3}$/.test(bits) && Number(bits) <= mostBits && more.length === 0
}

/** A last part of digits alone would be an IP address in one of its odd forms. */
function isHostName(text: string): boolean {
  return /^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)*\.?$/i.test(text) && !/(^|\.)(\d+|0x[0-9a-f]*)\.?$/i.test(text)
}
