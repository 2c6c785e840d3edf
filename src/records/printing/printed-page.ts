import { escapeHtml } from '../../foundation/http/html.ts'

const style = `body{font:13px/1.4 sans-serif;margin:2em}table{border-collapse:collapse;width:100%}
th,td{border:1px solid #888;padding:3px 6px;text-align:left;vertical-align:top}th{background:#eee}
.annulled{text-decoration:line-through}code{font-size:10px;word-break:break-all}thead{display:table-header-group}
dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 16px}dt{color:#555}dd{margin:0}
tr{break-inside:avoid}@media print{body{margin:0}}.journal td:nth-child(-n+4){white-space:nowrap}
@page{size:A4 landscape;margin:12mm 12mm 16mm;@bottom-right{content:counter(page) " / " counter(pages);font:11px sans-serif}}`

/** Returns a page for printing. `body` is HTML. */
export function printedPage(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<style>${style}</style></head><body>
${body}</body></html>`
}

/** Returns the head of a table, a cell for each title. */
export const tableHead = (titles: readonly string[]): string =>
  `<thead><tr>${titles.map((one) => `<th>${escapeHtml(one)}</th>`).join('')}</tr></thead>`
