import { glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { namespaceKind } from '../../data/index.ts'
import type { Command } from '../command.ts'
import { shownFolder } from '../process-tests/read-test-files.ts'

/** A working solution with the code `starter`, which `chancery new` copies. */
const starterFolder = fileURLToPath(new URL('../../../solutions/starter', import.meta.url))
const { maxLength: maxCodeChars, reserved } = namespaceKind.file

export const newSolution: Command = {
  more: () =>
    [
      'Creates the folder with one application, one process and its tests. The last part of DIR gives the code and the',
      'title of the solution: my-solution has the code my_solution. The README in the folder has the next commands.',
    ].join('\n'),
  async run({ words }) {
    if (words.length !== 1) throw new Error('give the folder to create, such as my-solution')
    const folder = resolve(words[0]!)
    const files = await starterFiles(basename(folder))
    await mkdir(dirname(folder), { recursive: true })
    await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST' ? new Error(`${words[0]} exists; give the name of a folder that does not`) : error
    })
    for (const [path, text] of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
      console.log(`${shownFolder(folder)}/${path}`)
    }
    console.log(`\nNext: chancery check ${shownFolder(folder)}, then see ${shownFolder(folder)}/README.md`)
    return 0
  },
}

/**
 * Returns the files of the starter, by path, for a solution that is named after its folder. Throws when the name of
 * the folder makes no code, or makes a reserved one.
 */
async function starterFiles(name: string): Promise<Map<string, string>> {
  const code = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[_\d]+|_+$/g, '')
  if (code === '' || code.length > maxCodeChars)
    throw new Error(
      `"${name}" makes no code of a solution; use a name with at most ${maxCodeChars} Latin letters, digits and hyphens`,
    )
  const problem = reserved?.({ namespace: code, code })
  if (problem !== undefined) throw new Error(`${problem}; use another name of the folder`)
  const words = code.replaceAll('_', ' ')
  const title = words[0]!.toUpperCase() + words.slice(1)
  const path = /^[\w.-]+$/.test(name) ? `./${name}` : `'./${name.replaceAll("'", "'\\''")}'`
  const names: Readonly<Record<string, string>> = { './starter': path, starter: code, Starter: title }
  const named = (text: string): string => text.replaceAll(/\.\/starter|starter|Starter/g, (found) => names[found]!)
  const paths = await Array.fromAsync(glob('**/*.*', { cwd: starterFolder }))
  return new Map(
    await Promise.all(
      paths
        .sort()
        .map(async (path) => [named(path), named(await readFile(join(starterFolder, path), 'utf8'))] as const),
    ),
  )
}
