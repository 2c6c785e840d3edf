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
  /** Language of notifications for users who have chosen none. */
  readonly language: 'en' | 'ru'
  /** Whether the clock can be moved through the API. */
  readonly testClock: boolean
  /** The role of PostgreSQL whose rights reports have; undefined for those of the server. */
  readonly reportRole: string | undefined
  /** Object store for the bytes of files; undefined for the data folder. */
  readonly s3: S3Settings | undefined
  readonly files: FilesSettings
  /** The server that sends mail; undefined when no mail can be sent. */
  readonly mail: MailSettings | undefined
  /** The path of LibreOffice's program `soffice`, which converts documents to PDF; undefined when it is not installed. */
  readonly libreOffice: string | undefined
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
