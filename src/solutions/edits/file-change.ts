import { createHash } from 'node:crypto'
import type { JsonObject, JsonValue } from '../../foundation/kit/json.ts'
import { isObject } from '../../foundation/kit/json.ts'
import { didYouMean } from '../../foundation/kit/nearest.ts'
import { archiveInvalid, solutionFileChanged, solutionFileNotFound } from '../errors.ts'
import { collectFiles, type FileContent, isIgnored, isInside, type SolutionFiles } from '../files/solution-files.ts'
import { writeYaml } from '../files/write-yaml.ts'
import { readYaml } from '../files/yaml-file.ts'

/** A change of one file of a deployed solution. */
export interface FileChange {
  /** The path of the file inside the solution. */
  readonly path: string
  /** The new content: text, or a map that is written as YAML; null removes the file. */
  readonly content: JsonObject | string | null
  /** The hash of the file that was read before the change, null if there was none; undefined skips the comparison. */
  readonly hash?: string | null | undefined
}

/** A file of a deployed solution. */
export interface SolutionFile {
  readonly path: string
  readonly hash: string
  /** The content as text; null for a file that is not text. */
  readonly text: string | null
  /** The content of a YAML file; null for every other file. */
  readonly definition: JsonObject | null
}

/**
 * Returns the files of a solution after the changes. Throws `solution.file_changed` when a file has changed since its
 * hash was read. Throws `definition.archive_invalid` when the files are too many or too large, a path occurs twice, or
 * a path is not the path of a definition.
 */
export function changeFiles(files: SolutionFiles, changes: readonly FileChange[]): SolutionFiles {
  const changed = new Set(changes.map(({ path }) => path))
  const collected = collectFiles()
  for (const { path, hash } of changes) {
    if (!isInside(path) || isIgnored(path))
      throw archiveInvalid(`"${path}" is not the path of a definition, such as namespaces/legal/apps/contracts.yaml`)
    if (hash !== undefined && hash !== hashOf(files.get(path)))
      throw solutionFileChanged(`"${path}" was changed meanwhile; read the file again and repeat the change`)
  }
  for (const [path, content] of files) if (!changed.has(path)) collected.add(path, bytesOf(content))
  for (const { path, content } of changes)
    if (content !== null) collected.add(path, bytesOf(typeof content === 'string' ? content : writeYaml(content)))
  return new Map([...collected.files].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Returns one file of a solution. Throws `solution.file_not_found`. */
export function solutionFile(files: SolutionFiles, path: string): SolutionFile {
  const content = files.get(path)
  if (content === undefined)
    throw solutionFileNotFound(`file "${path.slice(0, 300)}" not found${didYouMean(path, files.keys())}`)
  const text = textOf(content)
  const value: JsonValue = path.endsWith('.yaml') && text !== null ? readYaml(path, text).value : null
  return { path, hash: hashOf(content)!, text, definition: isObject(value) ? (value as JsonObject) : null }
}

/** Returns a file as text; null for no file and for a file that is not UTF-8 text. */
export function textOf(content: FileContent | undefined): string | null {
  if (content === undefined || typeof content === 'string') return content ?? null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return null
  }
}

const bytesOf = (content: FileContent): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content.toWellFormed()) : content

function hashOf(content: FileContent | undefined): string | null {
  return content === undefined ? null : createHash('sha256').update(content).digest('hex')
}
