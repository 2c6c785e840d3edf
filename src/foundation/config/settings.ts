import { languages, sourceLanguage } from '../kit/languages.ts'

/** Returns the value of a setting; undefined when it is absent or blank. */
export type Given = (name: string) => string | undefined

const languageCodes = new Intl.ListFormat('en', { type: 'disjunction' }).format(languages.map((code) => `\`${code}\``))

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
      'URL of the server in links, without a path: behind a proxy, Chancery needs a host name of its own. `/openapi.json` names it, too. If it begins with `https://`, browsers send session cookies over https only.',
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
      'Hosts, addresses or networks that are not public, but from which files may be fetched, which processes may call and to which webhooks may be sent, separated by commas. A host name is allowed whatever address it resolves to. Its subdomains are not allowed.',
  },
  {
    name: 'OUTBOUND_PORTS',
    defaultValue: '80,443,8080,8443',
    meaning:
      'Ports from which files may be fetched, which processes may call and to which webhooks may be sent, separated by commas. They apply to public and to allowed hosts.',
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
      'Sample to deploy at each start: `office`, `office-without-data` (the solution only) or `none`; `npm start` uses `office`. The data is created at the first start of an installation without other data. A sample that was modified is left as it is if deploying would destroy something.',
  },
  {
    name: 'CONSOLE',
    defaultValue: 'on',
    meaning:
      '`off` starts the server without the web console. With `on`, the console is built at the first start after an update where its build tools are installed.',
  },
  {
    name: 'MCP',
    defaultValue: 'read',
    meaning:
      'What [assistants](assistants.md) may do at `/mcp`: `read` only, also `write`, or nothing with `off`. An assistant never has more rights than its token.',
  },
  {
    name: 'EXPRESSIONS',
    defaultValue: 'lenient',
    meaning:
      'Whether an [expression](feel.md#errors) with a part that can only be null, such as a call of an unknown function, can be published: with `lenient`, publishing warns; `strict` refuses the file.',
  },
  {
    name: 'LOG_LEVEL',
    defaultValue: 'warn',
    meaning:
      'Log level: `debug`, `info`, `warn`, `error` or `silent`; the log goes to stderr, one JSON object per line.',
  },
  {
    name: 'METRICS_LISTEN',
    defaultValue: '(none)',
    meaning:
      'Address and port, such as `127.0.0.1:9464`, where `/metrics` is served without a token for Prometheus. Only the monitoring should reach it. See [metrics](operate.md#metrics).',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    defaultValue: '(none, no traces)',
    meaning:
      'Address of an OpenTelemetry collector, such as `http://127.0.0.1:4318`, which receives traces over OTLP/HTTP. See [traces](operate.md#traces).',
  },
  { name: 'OTEL_SERVICE_NAME', defaultValue: 'chancery', meaning: 'Name of this service in traces.' },
  {
    name: 'TIME_ZONE',
    defaultValue: '(that of the system)',
    meaning:
      'Time zone of the installation, such as `Europe/Moscow`. Working hours and the times of processes use it where a calendar or a process names no time zone.',
  },
  {
    name: 'DEFAULT_LANGUAGE',
    defaultValue: sourceLanguage,
    meaning: `Language of [notifications](notifications.md) for users who have chosen none, and of the data of a new sample: ${languageCodes}. A sample keeps the language of its first start.`,
  },
  {
    name: 'TEST_CLOCK',
    defaultValue: '0',
    meaning:
      '1 lets administrators advance the clock through the API; refused with `NODE_ENV=production`. Jobs that are due by then run at once. The moved clock does not survive a restart. Use a data folder of its own: a server that is started without the setting is back at the real time, while its data is from the future.',
  },
  {
    name: 'FILES_DIR',
    defaultValue: '(files in DATA_DIR)',
    meaning:
      'Folder for uploads and, without S3, for permanent files. Several nodes of one installation need a folder that they share. See [several nodes](operate.md#several-nodes).',
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
    name: 'FIELD_TABLES_FROM',
    defaultValue: '1000',
    meaning:
      'Number of elements from which an application gets a [field table](elements.md#field-tables), which makes its lists and reports faster and its writes a little slower; 0 builds it together with the application.',
  },
  {
    name: 'FILES_RESERVE',
    defaultValue: '256M',
    meaning:
      'Bytes that uploads leave free on the disk of FILES_DIR, for the database if it is on the same disk; 0 leaves none.',
  },
  {
    name: 'BACKUP_AT',
    defaultValue: '(none)',
    meaning:
      'Time of day of the nightly [backup](backup.md), such as `02:30`, in the time zone of the installation. Without it, backups are made on request only.',
  },
  {
    name: 'BACKUP_KEEP',
    defaultValue: '7',
    meaning: 'Number of nightly archives that are kept. Archives made on request are kept until they are deleted.',
  },
  {
    name: 'BACKUP_DIR',
    defaultValue: '(DATA_DIR/backups)',
    meaning: 'Folder of the archives. Several nodes need a folder that they share.',
  },
  {
    name: 'INSTANCES_KEEP_DAYS',
    defaultValue: '0',
    meaning:
      'Days until an ended instance of a process is removed, where the process does not set `keepDays`; 0 keeps ended instances for ever. See [retention](operate.md#retention).',
  },
  {
    name: 'IMPORTS_KEEP_DAYS',
    defaultValue: '0',
    meaning: 'Days until an ended import is removed with its rows; 0 keeps imports for ever.',
  },
  {
    name: 'BATCHES_KEEP_DAYS',
    defaultValue: '0',
    meaning: 'Days until an ended batch of process instances is removed; 0 keeps batches for ever.',
  },
  {
    name: 'REPORT_ROLE',
    defaultValue: '(none)',
    meaning:
      'Role of PostgreSQL whose rights the SQL of reports has, instead of those of the server. See [reports](reports.md#a-role-for-reports).',
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
      'Mail server for notifications and for the mails of processes: `smtps://USER:PASSWORD@HOST:465` with TLS, or `smtp://HOST:587` with STARTTLS. See [mail](#mail).',
  },
  {
    name: 'MAIL_FROM',
    defaultValue: '(none)',
    meaning: 'Address that mails come from, such as `Chancery <chancery@example.com>`; needed with SMTP_URL.',
  },
  {
    name: 'LIBREOFFICE',
    defaultValue: '(none, no PDF is generated)',
    meaning:
      "Full path of LibreOffice's program, such as `/usr/bin/soffice`, which converts generated documents to PDF. See [document templates](document-templates.md#pdf).",
  },
  {
    name: 'SECRET_…',
    defaultValue: '(none)',
    meaning:
      'Secrets that processes use in requests: `SECRET_CRM_KEY=…` is the secret `CRM_KEY`. See [secrets](#secrets).',
  },
]

/** Returns the default of a setting from the list above, so that each default is written once. */
export function defaultOf(name: string): string {
  return settings.find((setting) => setting.name === name)!.defaultValue
}
