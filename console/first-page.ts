import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { HtmlTagDescriptor, Plugin } from 'vite'

const sources = ['first-page.css', 'first-page.js'].map((name) => ({
  name,
  path: fileURLToPath(new URL(`src/first-page/${name}`, import.meta.url)),
}))

/**
 * Shows the frame of the console before its scripts are loaded. The frame has a style sheet and a script of its own,
 * which are small; the style sheets of the console come after the frame in index.html, so that the frame does not wait
 * for them.
 */
export function firstPage(): Plugin {
  let base = '/'
  let isBuild = false
  const tagOf = (name: string, address: string): HtmlTagDescriptor =>
    name.endsWith('.css')
      ? { tag: 'link', attrs: { rel: 'stylesheet', href: base + address }, injectTo: 'head-prepend' }
      : { tag: 'script', attrs: { async: true, src: base + address }, injectTo: 'head-prepend' }
  return {
    name: 'first-page',
    configResolved(config) {
      base = config.base
      isBuild = config.command === 'build'
    },
    buildStart() {
      if (isBuild)
        for (const { name, path } of sources)
          this.emitFile({ type: 'asset', fileName: builtName(name), source: readFileSync(path) })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => ({
        html: isBuild ? stylesAtEnd(html) : html,
        tags: sources.map(({ name, path }) =>
          tagOf(name, isBuild ? builtName(name) : `src/first-page/${basename(path)}`),
        ),
      }),
    },
  }

  function builtName(name: string): string {
    const { path } = sources.find((each) => each.name === name)!
    const hash = createHash('sha256').update(readFileSync(path)).digest('base64url').slice(0, 8)
    return `assets/${name.replace('.', `-${hash}.`)}`
  }
}

/** Moves the links to style sheets to the end of the body. */
function stylesAtEnd(html: string): string {
  const links = html.match(/ *<link rel="stylesheet"[^>]*>\n?/g) ?? []
  const without = links.reduce((rest, link) => rest.replace(link, ''), html)
  return without.replace('</body>', `${links.join('')}  </body>`)
}
