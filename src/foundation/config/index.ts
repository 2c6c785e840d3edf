export type { Config, FilesSettings, MailSettings, S3Settings } from './config.ts'
export { readConfig } from './read-config.ts'
export { settings } from './settings.ts'
