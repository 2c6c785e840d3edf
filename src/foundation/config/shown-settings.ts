import type { Config } from './config.ts'

/** A setting and its present value, as administrators see it. */
export interface ShownSetting {
  readonly name: string
  /** Text of the value; null when the setting is not set. */
  readonly value: string | null
}

/** Returns the settings in force, without the address of the database, passwords, keys, tokens and secrets. */
export function shownSettings(config: Config): readonly ShownSetting[] {
  const { files, backups, retention, mail, s3 } = config
  const values: Readonly<Record<string, string | number | boolean | readonly (string | number)[] | undefined>> = {
    HOST: config.host,
    PORT: config.port,
    BASE_URL: config.baseUrl,
    DATA_DIR: config.dataDir,
    TRUSTED_PROXIES: config.trustedProxies,
    OUTBOUND_ALLOW: config.outboundAllow,
    OUTBOUND_PORTS: config.outboundPorts,
    SAMPLE: config.sample,
    CONSOLE: config.console ? 'on' : 'off',
    MCP: config.mcp,
    EXPRESSIONS: config.areExpressionsStrict ? 'strict' : 'lenient',
    LOG_LEVEL: config.logLevel,
    METRICS_LISTEN: config.metrics && `${config.metrics.host}:${config.metrics.port}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: config.tracing && withoutPassword(config.tracing.endpoint),
    OTEL_SERVICE_NAME: config.tracing?.serviceName,
    TIME_ZONE: config.timeZone,
    DEFAULT_LANGUAGE: config.language,
    TEST_CLOCK: config.testClock ? '1' : '0',
    FILES_DIR: config.filesDir,
    FILES_BIN_DAYS: files.binDays,
    FILES_USER_QUOTA: files.userQuotaBytes,
    FILES_QUOTA: files.quotaBytes,
    FIELD_TABLES_FROM: config.fieldTablesFrom,
    FILES_RESERVE: files.reserveBytes,
    BACKUP_DIR: backups.folder,
    BACKUP_AT: backups.at,
    BACKUP_KEEP: backups.keep,
    INSTANCES_KEEP_DAYS: retention.instanceDays,
    IMPORTS_KEEP_DAYS: retention.importDays,
    BATCHES_KEEP_DAYS: retention.batchDays,
    REPORT_ROLE: config.reportRole,
    S3_ENDPOINT: s3?.endpoint,
    S3_REGION: s3?.region,
    S3_BUCKET: s3?.bucket,
    SMTP_URL: mail && `${mail.isTls ? 'smtps' : 'smtp'}://${mail.host}:${mail.port}`,
    MAIL_FROM: mail?.from,
    LIBREOFFICE: config.libreOffice,
  }
  return Object.entries(values).map(([name, value]) => ({ name, value: textOf(value) }))
}

function withoutPassword(address: string): string {
  const url = new URL(address)
  url.username = ''
  url.password = ''
  return url.href
}

function textOf(value: string | number | boolean | readonly (string | number)[] | undefined): string | null {
  if (value === undefined) return null
  return Array.isArray(value) ? value.join(',') : String(value)
}
