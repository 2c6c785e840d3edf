import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const project = fileURLToPath(new URL('../../', import.meta.url))
/** The pages. `docs/templates` has the sources of generated pages, whose links are relative to `docs`. */
const pages = ['*.md', 'docs/**/*.md', 'deploy/**/*.md', 'examples/**/*.md', 'bench/**/*.md']
  .flatMap((pattern) => globSync(pattern, { cwd: project }))
  .filter((page) => !page.startsWith(normalize('docs/templates/')))

const textOf = (page: string): string => readFileSync(join(project, page), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '')

/** Returns the anchors of the headings of a page, as GitHub makes them. */
function anchorsOf(page: string): Set<string> {
  const headings = [...textOf(page).matchAll(/^#+ +(.*)$/gm)].map(([, title]) => title!.replaceAll(/\]\([^)]*\)/g, ''))
  return new Set(
    headings.map((title) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

/** Returns the relative links of a page, without those in code. */
function linksOf(page: string): string[] {
  const text = textOf(page).replaceAll(/`[^`\n]*`/g, '')
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!).filter((link) => !/^[a-z]+:/.test(link))
}

describe('the pages', () => {
  it('are found, with their links and headings', () => {
    assert.ok(pages.length > 100, String(pages.length))
    assert.ok(linksOf('README.md').includes('docs/settings.md'))
    assert.ok(anchorsOf('docs/settings.md').has('data-folder'))
  })

  it('link only files and headings that exist', () => {
    const broken = pages.flatMap((page) =>
      linksOf(page)
        .filter((link) => {
          const [path, anchor] = link.split('#') as [string, string | undefined]
          const target = path === '' ? page : join(dirname(page), path)
          if (!existsSync(join(project, target))) return true
          return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(anchor)
        })
        .map((link) => `${page}: ${link}`),
    )
    assert.deepEqual(broken, [])
  })
})
