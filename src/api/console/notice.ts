import type { SiteAnswer } from '../../foundation/http/site.ts'

const pages = {
  building: {
    title: 'The console is being built',
    text: 'This takes up to a minute after an installation or an update. The page reloads by itself.',
  },
  failed: {
    title: 'The console could not be built',
    text: 'The log of the server has the reason. The API works without the console.',
  },
} as const

const retryAfterS = 1

/** Path, below the path of the console, of the script that loads the notice again. */
export const reloadPath = 'reload.js'

/**
 * The script that loads the notice again. A script can do so at every address: a refresh by the page itself does
 * nothing at an address with a fragment, such as a sign-in link.
 */
export const reloadScript: SiteAnswer = {
  status: 200,
  headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' },
  body: `setTimeout(() => location.reload(), ${retryAfterS * 1000})\n`,
}

/** Returns the page that is shown until the console is built, or when the build has failed. */
export function notice(state: keyof typeof pages): SiteAnswer {
  const { title, text } = pages[state]
  const reload = state === 'building' ? `<script src="/console/${reloadPath}" defer></script>` : ''
  return {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      ...(state === 'building' && { 'retry-after': String(retryAfterS) }),
    },
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">${reload}<title>${title}</title></head>
<body><main><h1>${title}</h1><p>${text}</p></main></body></html>
`,
  }
}
