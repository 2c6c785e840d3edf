import type { Language } from '../kit/languages.ts'

export interface Config {
  readonly host: string
  readonly port: number
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly baseUrl: string | undefined
  readonly adminToken: string | undefined
  readonly sample: 'office' | 'office-without-data' | 'none'
  /** Whether the server serves the pages of the console. */
  readonly console: boolean
  /** What assistants may do at `/mcp`. */
  readonly mcp: 'read' | 'write' | 'off'
  /** Where metrics are served without a token; undefined when they are not. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined
  /** Collector of OpenTelemetry that gets the traces; undefined for no traces. */
  readonly tracing: { readonly endpoint: string; readonly serviceName: string } | undefined
  /** Whether a part of an expression that can only be null prevents publishing and applying. */
  readonly areExpressionsStrict: boolean
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** IP addresses or networks of the proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[]
  /**
   * Host names, IP addresses and networks that are not public, but from which files may be fetched, which processes
   * may call and to which webhooks may be sent.
   */
  readonly outboundAllow: readonly string[]
  readonly outboundPorts: readonly number[]
  /** Time zone of the installation, such as `Europe/Berlin`; working hours and start times are in this zone. */
  readonly timeZone: string
  /** Language of notifications for users who have chosen none, and of the data of a new sample. */
  readonly language: Language
  /** Whether the clock can be moved through the API. */
  readonly testClock: boolean
  /** The number of elements from which an application gets a field table. */
  readonly fieldTablesFrom: number
  /** The role of PostgreSQL whose rights reports have; undefined for those of the server. */
  readonly reportRole: string | undefined
  /** Object store for the bytes of files; undefined for the data folder. */
  readonly s3: S3Settings | undefined
  /** Folder of uploads and, without S3, of permanent files. Nodes of one installation share it. */
  readonly filesDir: string
  readonly files: FilesSettings
  readonly backups: BackupSettings
  readonly retention: RetentionSettings
  /** The server that sends mail; undefined when no mail can be sent. */
  readonly mail: MailSettings | undefined
  /**
   * The path of LibreOffice's program `soffice`, which converts documents to PDF; undefined when no path is set.
   */
  readonly libreOffice: string | undefined
  /** The secrets that processes use, by the names without `SECRET_`. */
  readonly secrets: Readonly<Record<string, string>>
}

export interface BackupSettings {
  /** The folder of archives. */
  readonly folder: string
  /** Time of day of the nightly backup, such as `02:30`; undefined for none. */
  readonly at: string | undefined
  /** Number of nightly archives that are kept. */
  readonly keep: number
}

/** Days for which ended work is kept; 0 keeps it for ever. */
export interface RetentionSettings {
  /** Number of days for instances of the processes that set none themselves. */
  readonly instanceDays: number
  readonly importDays: number
  readonly batchDays: number
}

/** An SMTP server, and the address that mail comes from. */
export interface MailSettings {
  readonly host: string
  readonly port: number
  /** Whether the connection begins with TLS; otherwise STARTTLS may upgrade it. */
  readonly isTls: boolean
  readonly user?: string
  readonly password?: string
  readonly from: string
}

export interface FilesSettings {
  /** Days after which files in the recycle bin are deleted; 0 keeps them. */
  readonly binDays: number
  /** Quota of each user in bytes; undefined for no quota. `quotaBytes` is the quota of the whole installation. */
  readonly userQuotaBytes: number | undefined
  readonly quotaBytes: number | undefined
  /** Bytes that uploads leave free on the disk of the folder of files. */
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
