import { zipOfFiles } from './zip-of-files.ts'

/** Returns a zip for the chosen files: a chosen zip unchanged, or a new zip of a chosen folder. */
export async function solutionZip(files: readonly File[]): Promise<Blob> {
  const [only] = files
  if (files.length === 1 && only && /\.zip$/i.test(only.name)) return new Blob([only], { type: 'application/zip' })
  const entries = files.filter(isDefinition).map(async (file) => ({
    path: file.webkitRelativePath || file.name,
    bytes: new Uint8Array(await file.arrayBuffer()),
  }))
  return zipOfFiles(await Promise.all(entries))
}

/** Returns whether a file can belong to a solution: no part of its path is hidden or is `node_modules`. */
const isDefinition = ({ webkitRelativePath }: File): boolean =>
  !webkitRelativePath.split('/').some((part) => part.startsWith('.') || part === 'node_modules')
