import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { firstAreas, separateAreas } from './src/i18n/areas.ts'

/** The folder of the texts in all languages: `<language>/<area>.json`. */
const folder = fileURLToPath(new URL('../texts/', import.meta.url))
/** Areas that only the server shows. */
const serverAreas = ['documents', 'mails', 'notifications']
const root = 'virtual:texts'

/**
 * Makes the module `virtual:texts` of the folder with the texts: functions that load the texts of a language, by language
 * and part. The parts are those of the first page, those of all other pages, and the areas that only some pages need. Each
 * is one file, because browsers load few files at a time over HTTP/1.1.
 */
export function texts(): Plugin {
  return {
    name: 'texts',
    resolveId: (id) => (id.startsWith(root) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${root}`)) return undefined
      const [, language, part] = id.split('/')
      if (language === undefined || part === undefined) return modulesOf(languagesOf())
      const paths = areasOf(language, part).map((area) => [area, join(folder, language, `${area}.json`)] as const)
      for (const [, path] of paths) this.addWatchFile(path)
      const contents = paths.map(([area, path]) => `${JSON.stringify(area)}: ${readFileSync(path, 'utf8')}`)
      return `export default { ${contents.join(',\n')} }`
    },
  }
}

const languagesOf = (): string[] => globSync(`${folder}*/`).map((path) => basename(path))

function modulesOf(languages: readonly string[]): string {
  const entries = languages.map((language) => {
    const loads = ['first', 'more', ...separateAreas].map(
      (part) => `${part}: () => import('${root}/${language}/${part}')`,
    )
    return `${JSON.stringify(language)}: { ${loads.join(', ')} }`
  })
  return `export default { ${entries.join(',\n')} }`
}

function areasOf(language: string, part: string): readonly string[] {
  if (part === 'first') return firstAreas
  if (part !== 'more') return [part]
  const areas = globSync(`${folder}${language}/*.json`).map((path) => basename(path, '.json'))
  return areas.filter((area) => ![...firstAreas, ...separateAreas, ...serverAreas].includes(area)).sort()
}
