// Runs on the embedded database only: no test in this file uses a database.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readHtml } from './read-html.ts'
import { renderHtml } from './render-html.ts'

const problemsOf = (html: string): string[] =>
  readHtml(html).problems.map(({ place, message }) => `${place.line}: ${message}`)

const rendered = (html: string, values: Record<string, string>, sections: Record<string, never[]> = {}): string => {
  const { nodes, problems } = readHtml(html)
  assert.deepEqual(problems, [])
  return renderHtml(nodes, { values, sections })
}

describe('an HTML template', () => {
  it('is filled in texts and in quoted attributes; everything else stays as it is', () => {
    const html =
      '<!DOCTYPE html>\n<p title="For {{name}}" class=\'a\'>Dear {{ name }}, {{amount &gt; 5}}<br/></p><!-- end -->'
    assert.equal(
      rendered(html, { name: 'Ann', 'amount > 5': 'yes' }),
      '<!DOCTYPE html>\n<p title="For Ann" class=\'a\'>Dear Ann, yes<br/></p><!-- end -->',
    )
  })

  it('repeats and leaves out sections', () => {
    const html = '<ul>{{#rows}}<li>{{item}}</li>{{/rows}}</ul>{{^rows}}<p>None</p>{{/rows}}'
    const rows = [
      { values: { item: 'a' }, sections: {} },
      { values: { item: 'b' }, sections: {} },
    ] as never[]
    assert.equal(rendered(html, {}, { rows }), '<ul><li>a</li><li>b</li></ul>')
    assert.equal(rendered(html, {}), '<ul></ul><p>None</p>')
  })

  it('escapes every value, in texts and in attributes', () => {
    const attack = `"'><script>alert(1)</script>&{{b}}`
    const safe = '&quot;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;{{b}}'
    assert.equal(rendered('<p title="{{a}}">{{a}}</p>', { a: attack }), `<p title="${safe}">${safe}</p>`)
  })

  it('may link to web pages and mail addresses, and contain pictures', () => {
    const html =
      '<a href="https://example.com">a</a><a href="mailto:a@example.com">b</a><img src="data:image/png;base64,AA=="><style>p { color: red }</style>'
    assert.deepEqual(problemsOf(html), [])
  })
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd.png"/></svg>'
const svgText = encodeURIComponent(svg)
const base64 = (text: string) => Buffer.from(text).toString('base64')

describe('an HTML template is refused with the line', () => {
  const cases: readonly [string, string, RegExp][] = [
    ['of a placeholder that is not closed', '<p>\nDear {{name</p>', /^2: the placeholder "{{name<\/p>" is not closed/],
    ['of a placeholder that is not opened', '<p>\nDear name}}</p>', /^2: .*not begun/],
    ['of a placeholder in another one', '\n\n<p>{{a {{b}}</p>', /^3: .*contains another placeholder/],
    ['of a section without an end', '\n<p>{{#rows}}</p>', /^2: the section {{#rows}} has no end/],
    [
      'of a section in an attribute',
      '<p title="{{#a}}x{{/a}}">',
      /^1: the section {{#a}} cannot begin or end in an attribute/,
    ],
    ['of a placeholder in an address', '<a href="{{url}}">', /^1: a placeholder cannot stand in the attribute "href"/],
    ['of a placeholder in a style', '<p style="color: {{c}}">', /attribute "style"/],
    ['of a placeholder in an event', '<p onclick="f({{c}})">', /attribute "onclick"/],
    ['of a placeholder without quotes', '<p title={{c}}>', /must be quoted/],
    ['of a placeholder as the name of an attribute', '<p {{c}}="a">', /name of an attribute/],
    ['of a placeholder in a comment', '<!-- {{a}} -->', /comment must not contain placeholders/],
    ['of a placeholder in a style sheet', '<style>p { color: {{c}} }</style>', /style must not contain placeholders/],
    ['of a script', '<p>\n<SCRIPT>alert(1)</SCRIPT>', /^2: the element <script> is not allowed/],
    ['of a frame', '<iframe src="https://example.com"></iframe>', /<iframe> is not allowed/],
    ['of an event', '<body onload="f()">', /"onload" is not allowed/],
    ['of a picture from outside', '<img src="http://evil.test/p.png">', /loads "http:\/\/evil.test\/p.png"/],
    ['of a local picture', '<img src="file:///etc/passwd">', /must begin with data:image/],
    ['of an SVG picture', `<img src="data:image/svg+xml,${svgText}">`, /must begin with data:image\/png/],
    [
      'of an SVG picture in base64',
      `<img src="data:image/svg+xml;base64,${base64(svg)}">`,
      /must begin with data:image/,
    ],
    ['of an SVG picture that says it is PNG', `<img src="data:image/png;base64,${base64(svg)}">`, /must not be SVG/],
    [
      'of the same with a type of XML',
      `<img src="data:image/png;base64,${base64(`\ufeff<?xml version="1.0"?>${svg}`)}">`,
      /must not be SVG/,
    ],
    ['of the same without base64', `<img src="data:image/png,${svgText}">`, /must not be SVG/],
    [
      'of an SVG picture in a background',
      `<td background="data:image/svg+xml,${svgText}">`,
      /must begin with data:image/,
    ],
    [
      'of an SVG picture in a style',
      `<p style="background: url('data:image/svg+xml,${svgText}')">`,
      /must not load anything/,
    ],
    ['of an SVG picture as a style icon', `<link href="data:image/svg+xml,${svgText}">`, /<link> is not allowed/],
    [
      'of an SVG picture in SVG',
      `<svg><image xlink:href="data:image/svg+xml,${svgText}"/></svg>`,
      /must begin with data:image/,
    ],
    ['of a link that runs a program', '<a href="java&#115;cript:alert(1)">', /must begin with https:/],
    ['of a style that loads something', '<p style="background: u\\rl(http://evil.test)">', /must not load anything/],
    [
      'of a style sheet that loads something',
      '<style>\n@import "http://evil.test/a.css";</style>',
      /must not load anything/,
    ],
    ['of a tag that is not closed', '<p title="a', /not closed with >/],
  ]
  for (const [name, html, expected] of cases) {
    it(name, () => {
      const [first = ''] = problemsOf(html)
      assert.match(first, expected)
    })
  }

  it('in bounded time, whatever it consists of', { timeout: 20_000 }, () => {
    for (const piece of ['{{', '}}', '<p ', '<a a=', '<!--', '{{a}}<', '<style>', '<p title="{{', '{{#a}}'])
      assert.ok(problemsOf(piece.repeat(200_000)).length > 0, piece)
  })
})
