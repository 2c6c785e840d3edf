import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { isAbsolute, join, resolve } from 'node:path'
import { languages } from '../kit/languages.ts'
import { isTimeZone } from '../kit/time/time-zone.ts'
import type { BackupSettings, Config, FilesSettings, RetentionSettings, S3Settings } from './config.ts'
import { readMail } from './read-mail.ts'
import { defaultOf, type Given } from './settings.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads and checks every setting once. No other file reads values from the environment. `defaults` holds default
 * values of this call. Throws an error with a message for the operator.
 */
export function readConfig(defaults: Environment = {}, from?: Environment): Config {
  if (from === undefined && existsSync('.env')) process.loadEnvFile('.env')
  const environment = { ...defaults, ...(from ?? process.env) }
  const given: Given = (name) => environment[name]?.trim() || undefined
  const dataDir = resolve(given('DATA_DIR') ?? defaultOf('DATA_DIR'))
  return {
    host: given('HOST') ?? defaultOf('HOST'),
    port: readPort(given),
    dataDir,
    databaseUrl: readDatabaseUrl(given),
    baseUrl: readBaseUrl(given),
    adminToken: readAdminToken(given),
    sample: readWord(given, 'SAMPLE', ['office', 'office-without-data', 'none']),
    console: readWord(given, 'CONSOLE', ['on', 'off']) === 'on',
    mcp: readWord(given, 'MCP', ['read', 'write', 'off']),
    areExpressionsStrict: readWord(given, 'EXPRESSIONS', ['lenient', 'strict']) === 'strict',
    logLevel: readWord(given, 'LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent']),
    metrics: readMetrics(given),
    tracing: readTracing(given),
    trustedProxies: readTrustedProxies(given),
    outboundAllow: readOutboundAllow(given),
    outboundPorts: readOutboundPorts(given),
    timeZone: readTimeZone(given),
    language: readWord(given, 'DEFAULT_LANGUAGE', languages),
    testClock: readTestClock(given),
    fieldTablesFrom: readWhole(given, 'FIELD_TABLES_FROM', { of: 'elements', most: 1_000_000_000 }),
    reportRole: given('REPORT_ROLE'),
    s3: readS3(given),
    filesDir: resolve(given('FILES_DIR') ?? join(given('DATA_DIR') ?? defaultOf('DATA_DIR'), 'files')),
    files: readFiles(given),
    backups: readBackups(given, dataDir),
    retention: readRetention(given),
    mail: readMail(given),
    libreOffice: readLibreOffice(given),
    secrets: readSecrets(environment),
  }
}

function readPort(given: Given): number {
  const text = given('PORT') ?? defaultOf('PORT')
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`PORT is "${text}"; it must be 0 to 65535`)
  return port
}

function readMetrics(given: Given): Config['metrics'] {
  const text = given('METRICS_LISTEN')
  if (text === undefined) return undefined
  const found = /^(?:\[([\da-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(text)
  const port = Number(found?.[3])
  if (found === null || port > 65_535)
    throw new Error(`METRICS_LISTEN is "${text}"; it must be an address and a port, such as 127.0.0.1:9464`)
  return { host: (found[1] ?? found[2])!, port }
}

function readTracing(given: Given): Config['tracing'] {
  const endpoint = given('OTEL_EXPORTER_OTLP_ENDPOINT')
  if (endpoint === undefined) return undefined
  if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    throw new Error('OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://127.0.0.1:4318')
  return { endpoint, serviceName: given('OTEL_SERVICE_NAME') ?? defaultOf('OTEL_SERVICE_NAME') }
}

/** Reads `BASE_URL` without the slash at its end. The addresses of the server begin at the root of its host. */
function readBaseUrl(given: Given): string | undefined {
  const text = given('BASE_URL')
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new Error('BASE_URL must be the address of the server, such as https://chancery.example.com')
  if (!/^\/*$/.test(url.pathname) || url.search !== '' || url.hash !== '')
    throw new Error(`BASE_URL must end with the host, without a path: ${url.origin}`)
  if (url.username !== '' || url.password !== '') throw new Error('BASE_URL must not contain a user or a password')
  return text.replace(/\/+$/, '')
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

function readLibreOffice(given: Given): string | undefined {
  const path = given('LIBREOFFICE')
  if (path !== undefined && !(isAbsolute(path) && existsSync(path)))
    throw new Error(
      `LIBREOFFICE is "${path}"; it must be the full path of the program soffice, such as /usr/bin/soffice`,
    )
  return path
}

function readTimeZone(given: Given): string {
  const timeZone = given('TIME_ZONE')
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw new Error(`TIME_ZONE is "${timeZone}"; it must be the name of a time zone, such as Europe/Moscow`)
  return timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
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

function readSecrets(environment: Environment): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => {
      const secret = /^SECRET_([A-Z][A-Z0-9_]{0,63})$/.exec(name)?.[1]
      return secret === undefined || !value?.trim() ? [] : [[secret, value.trim()]]
    }),
  )
}

/** Returns whether a text is an IP address, or a network such as `10.0.0.0/8`. */
function isNetwork(text: string): boolean {
  const [address = '', bits = '0', ...more] = text.split('/')
  const maxBits = { 0: -1, 4: 32, 6: 128 }[isIP(address)]!
  return /^\d{1,3}$/.test(bits) && Number(bits) <= maxBits && more.length === 0
}

/**
 * Returns whether a text is a host name. A last part of digits only would be an IP address in one of its unusual
 * notations.
 */
function isHostName(text: string): boolean {
  return /^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)*\.?$/i.test(text) && !/(^|\.)(\d+|0x[0-9a-f]*)\.?$/i.test(text)
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

const readRetention = (given: Given): RetentionSettings => ({
  instanceDays: readDays(given, 'INSTANCES_KEEP_DAYS'),
  importDays: readDays(given, 'IMPORTS_KEEP_DAYS'),
  batchDays: readDays(given, 'BATCHES_KEEP_DAYS'),
})

function readFiles(given: Given): FilesSettings {
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

function readBackups(given: Given, dataDir: string): BackupSettings {
  const at = given('BACKUP_AT')
  if (at !== undefined && !/^([01]\d|2[0-3]):[0-5]\d$/.test(at))
    throw new Error(`BACKUP_AT is "${at}"; it must be a time of day, such as 02:30`)
  const text = given('BACKUP_KEEP') ?? defaultOf('BACKUP_KEEP')
  const keep = Number(text)
  if (!Number.isInteger(keep) || keep < 1 || keep > 1000)
    throw new Error(`BACKUP_KEEP is "${text}"; it must be a number from 1 to 1000`)
  const folder = given('BACKUP_DIR')
  return { folder: folder === undefined ? join(dataDir, 'backups') : resolve(folder), at, keep }
}

/** Returns a number of days from a setting; 0 stands for "for ever". */
const readDays = (given: Given, name: string): number => readWhole(given, name, { of: 'days', most: 36_500 })

function readWhole(given: Given, name: string, { of, most }: { of: string; most: number }): number {
  const text = given(name) ?? defaultOf(name)
  const whole = Number(text)
  if (!Number.isInteger(whole) || whole < 0 || whole > most)
    throw new Error(`${name} is "${text}"; it must be ${of} from 0 to ${most}`)
  return whole
}
