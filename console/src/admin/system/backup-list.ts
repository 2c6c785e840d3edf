import type { Operations } from '../../api/operations.ts'

export type Backup = Operations['listBackups']['result']['backups'][number]

/** Whether the archive is not finished yet. */
export const isOpen = ({ state }: Pick<Backup, 'state'>): boolean => state === 'queued' || state === 'running'
