import { archiveInvalid } from '../errors.ts'

/**
 * The files of a solution by path, with `/` as the separator: YAML files as text, all others as their bytes. `data/`,
 * tests of processes, notes and hidden files are left out.
 */
export type SolutionFiles = ReadonlyMap<string, FileContent>

export type FileContent = string | Uint8Array

export const limits = {
  files: 2000,
  /** The maximum size of one definition file; the largest known one has about a hundred fields and 60 KB. */
  fileBytes: 512 * 1024,
  /** The maximum size of a file of another format, such as a diagram. */
  sourceBytes: 4 * 1024 * 1024,
  totalBytes: 32 * 1024 * 1024,
  /** The maximum size of a packed archive, including files that are no definitions. */
  archiveBytes: 256 * 1024 * 1024,
}

/** Returns whether a file of the folder is not part of the definition: sample data, tests, notes, hidden files. */
export function isIgnored(path: string): boolean {
  return (
    path.startsWith('data/') || /\.(md|test\.yaml)$/.test(path) || path.split('/').some((part) => part.startsWith('.'))
  )
}

/** Returns whether a path names a file inside the folder of a solution on every system. */
export function isInside(path: string): boolean {
  return !/[\\:]/.test(path) && path.split('/').every((part) => !['', '.', '..'].includes(part))
}

const isText = (path: string): boolean => path.endsWith('.yaml')

/** Returns the maximum size in bytes of the file at a path. */
export function maxFileBytes(path: string): number {
  return isText(path) ? limits.fileBytes : limits.sourceBytes
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Returns a collector of files. `add` throws `definition.archive_invalid` when the files are too many or too large, a
 * path occurs twice, or a text file is not UTF-8.
 */
export function collectFiles(): { add(path: string, bytes: Uint8Array): void; files: SolutionFiles } {
  const files = new Map<string, FileContent>()
  let totalBytes = 0
  return {
    files,
    add(path, bytes) {
      totalBytes += bytes.length
      if (bytes.length > maxFileBytes(path)) throw tooLarge(`"${path}"`, maxFileBytes(path))
      if (totalBytes > limits.totalBytes) throw tooLarge('the solution', limits.totalBytes)
      if (files.size >= limits.files) throw archiveInvalid(`a solution has at most ${limits.files} files`)
      if (files.has(path)) throw archiveInvalid(`"${path}" occurs twice`)
      if (!isText(path)) {
        files.set(path, bytes)
        return
      }
      try {
        files.set(path, utf8.decode(bytes))
      } catch (cause) {
        throw archiveInvalid(`"${path}" is not UTF-8 text`, {}, { cause })
      }
    },
  }
}

export function tooLarge(what: string, limitBytes: number) {
  return archiveInvalid(`${what} is larger than ${limitBytes / 1024} KiB, which is the limit`)
}
