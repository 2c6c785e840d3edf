import type { TSchema } from 'typebox'
import { escapeHtml } from '../../kit/html.ts'
import type { Operation } from '../operation.ts'

/**
 * Returns the API documentation as one HTML page without scripts: every operation with its input, result and errors.
 */
export function docsPage(operations: readonly Operation<never>[], version: string): string {
  const areas = Map.groupBy(operations, ({ area }) => area)
  const index = [...areas.keys()].map((area) => `<li><a href="#${anchor(area)}">${escapeHtml(area)}</a></li>`).join('')
  const sections = [...areas].map(
    ([area, list]) =>
      `<section id="${anchor(area)}"><h2>${escapeHtml(area)}</h2>${list.map(operationHtml).join('')}</section>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Chancery API</title><style>${style}</style></head>
<body><main><h1>Chancery API <small>${escapeHtml(version)}</small></h1>
<p>Send a token with each request: <code>Authorization: Bearer …</code> or <code>X-Token: …</code>. A browser may send the
cookie of a session instead. These operations need no token: ${withoutToken(operations)}.</p>
<p>Responses are JSON with <code>success</code> and <code>error</code>. The same documentation for programs: <a href="/openapi.json">openapi.json</a>.</p>
<nav><ul>${index}</ul></nav>${sections.join('')}</main></body></html>`
}

function withoutToken(operations: readonly Operation<never>[]): string {
  return operations
    .filter(({ right }) => right === 'anyone')
    .map(({ name, methods, path }) => `<a href="#${name}"><code>${methods.join(' ')} ${escapeHtml(path)}</code></a>`)
    .join(', ')
}

function operationHtml(operation: Operation<never>): string {
  const { methods, path, summary, description, errors, input, query, result, right } = operation
  const errorItems = errors
    .map(({ code, status, meaning }) => `<li><code>${status} ${code}</code> ${escapeHtml(meaning)}</li>`)
    .join('')
  return `<details id="${operation.name}"><summary><b>${methods.join(' ')}</b> <code>${escapeHtml(path)}</code> ${escapeHtml(summary)}</summary>
${description ? `<p>${escapeHtml(description)}</p>` : ''}${right === 'administrator' ? '<p>Administrators only.</p>' : ''}
${schemaHtml('Query parameters', query)}${schemaHtml('Input', input)}${schemaHtml('Response', result)}
${errorItems ? `<h4>Errors</h4><ul>${errorItems}</ul>` : ''}</details>`
}

function schemaHtml(title: string, schema: TSchema | undefined): string {
  if (schema === undefined || Object.keys((schema as { properties?: object }).properties ?? {}).length === 0) return ''
  return `<h4>${title}</h4><pre>${escapeHtml(outline(schema, 0))}</pre>`
}

/** Returns a schema as a readable outline: names, types and what is optional. */
function outline(schema: TSchema, depth: number): string {
  const {
    type,
    properties,
    required = [],
    items,
    anyOf,
    const: constant,
    format,
  } = schema as {
    type?: string
    properties?: Record<string, TSchema>
    required?: string[]
    items?: TSchema
    anyOf?: TSchema[]
    const?: unknown
    format?: string
  }
  if (constant !== undefined) return JSON.stringify(constant)
  if (anyOf !== undefined) return [...new Set(anyOf.map((one) => outline(one, depth)))].join(' | ')
  if (items !== undefined) return `[${outline(items, depth)}]`
  if (properties === undefined || depth > 5) return format ?? type ?? 'any'
  const indent = '  '.repeat(depth + 1)
  const lines = Object.entries(properties).map(
    ([name, property]) => `${indent}${name}${required.includes(name) ? '' : '?'}: ${outline(property, depth + 1)}`,
  )
  return lines.length === 0 ? 'object' : `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`
}

const anchor = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]+/g, '-')

const style = `body{font:16px/1.5 system-ui,sans-serif;color:#1b1f24;margin:0;background:#fafaf8}main{max-width:60rem;margin:auto;padding:2rem 1rem}
h1 small{font-weight:400;color:#667}h2{border-bottom:1px solid #ddd;margin-top:2.5rem}h4{margin:1rem 0 .2rem}
details{background:#fff;border:1px solid #e3e3df;border-radius:6px;margin:.4rem 0;padding:.5rem .8rem}summary{cursor:pointer}
pre{background:#f3f3ef;padding:.6rem;overflow:auto;margin:0}code{font:14px ui-monospace,monospace}nav ul{columns:2}`
