export type { BackupSettings, Config, FilesSettings, MailSettings, S3Settings } from './config.ts'
export { readConfig } from './read-config.ts'
export { settings } from './settings.ts'
export { type ShownSetting, shownSettings } from './shown-settings.ts'
