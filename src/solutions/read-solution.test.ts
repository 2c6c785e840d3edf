// Runs on the embedded database only: no test in this file uses a database.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { applicationKind } from '../data/application-kind/application-kind.ts'
import { groupKind } from '../people/index.ts'
import { readFolder } from './files/read-folder.ts'
import type { SolutionFiles } from './files/solution-files.ts'
import { readFiles, shopFiles } from './solution.fixture.ts'

interface Refusal {
  code: string
  status: number
  details: { problems: { file: string; line?: number; path: string; message: string }[] }
}

function problemsOf(files: SolutionFiles): string[] {
  try {
    readFiles(files)
  } catch (error) {
    const { code, status, details } = error as Refusal
    assert.deepEqual([code, status], ['definition.invalid', 400])
    return details.problems.map(
      ({ file, line, path, message }) => `${file.replace('namespaces/shop/', '')}:${line ?? ''} ${path}: ${message}`,
    )
  }
  return []
}

describe('reading a solution', () => {
  it('the sample solution has no problems', async () => {
    const solution = readFiles(await readFolder(new URL('../../test/solutions/office', import.meta.url).pathname))
    assert.deepEqual([solution.code, solution.version], ['office', '1.0.0'])
    assert.deepEqual(
      solution.of(applicationKind).map(({ code }) => code),
      ['contracts', 'incoming', 'outgoing', 'contacts', 'counterparties', 'products'],
    )
  })

  it('at most a hundred problems of one file are reported, and after a thousand problems no further file is read', () => {
    const keys = Array.from({ length: 3000 }, (_, n) => `key${n}: 1\n`)
    const wrong = `name: A\n${keys.join('')}`
    assert.equal(problemsOf(shopFiles({ a: wrong })).length, 100)
    const many = shopFiles(Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`a${n}`, wrong])))
    assert.throws(() => readFiles(many), { message: /\(and 999 more\)$/ })
  })

  it('absent keys get their defaults', () => {
    const [draft] = readFiles(shopFiles({ a: 'name: Apples\nstatuses: [{ code: x, name: X }]\n' })).of(applicationKind)
    const { at, references: _, ...read } = draft!
    assert.equal(at(['statuses', 0, 'name']).line, 2)
    assert.deepEqual(read, {
      namespace: 'shop',
      code: 'a',
      file: 'namespaces/shop/apps/a.yaml',
      name: 'Apples',
      elementName: 'Apples',
      kind: 'STANDARD',
      fields: [],
      statuses: [{ id: null, code: 'x', name: 'X', group: 'default', final: false, hidden: false, next: null }],
      statusGroups: [{ code: 'default', name: 'Default' }],
      nameTemplate: null,
      unique: [],
    })
  })

  it('all problems of all files are listed at once, each with file, line and path', () => {
    const a = `name: A
knid: event
fields:
  - { code: a, type: strng }
  - code: b
    type: number
    requird: true
`
    const b = `kind: evnt
fields: []
`
    assert.deepEqual(problemsOf(shopFiles({ a, b }, { 'solution.yaml': 'code: Shop\nname: Shop\nversion: one\n' })), [
      'solution.yaml:1 code: "Shop" is not allowed here; it must match ^[a-z][a-z0-9_]*$',
      'solution.yaml:3 version: "one" is not allowed here; it must match ^\\d+\\.\\d+\\.\\d+$',
      'apps/a.yaml:2 knid: unknown key; did you mean "kind"?',
      'apps/b.yaml:1 name: is missing',
      'apps/b.yaml:1 kind: "evnt" is not allowed here; did you mean "event"?',
    ])
    assert.deepEqual(problemsOf(shopFiles({ a: a.replace('knid', 'kind') })), [
      'apps/a.yaml:4 fields[0].type: unknown type "strng"; did you mean "string"?',
      'apps/a.yaml:7 fields[1].requird: unknown key; did you mean "required"?',
    ])
  })

  const table: [string, string, string[]][] = [
    [
      'fields, statuses and groups that occur twice',
      'fields: [{code: a, type: string}, {code: a, type: string}]\nstatuses: [{code: n, name: N}, {code: n, name: N}]',
      ['fields[1].code: "a" occurs twice', 'statuses[1].code: "n" occurs twice'],
    ],
    [
      'two statuses with one number',
      'statuses: [{code: n, name: N, id: 4}, {code: m, name: M, id: 4}]',
      ['statuses[1].id: "4" occurs twice'],
    ],
    [
      'an unknown follower, and a follower of a final status',
      'statuses: [{code: new, name: N, next: [nwe]}, {code: end, name: E, final: true, next: [new]}]',
      [
        'statuses[1].next: nothing may follow a final status',
        'statuses[0].next[0]: there is no status "nwe" in this group; did you mean "new"?',
      ],
    ],
    [
      'a group that does not exist, and one without statuses',
      'statusGroups: [{code: main, name: M}, {code: side, name: S}]\nstatuses: [{code: n, name: N, group: mian}]',
      [
        'statuses[0].group: there is no status group "mian"; did you mean "main"?',
        'statusGroups[0]: no status belongs to the group "main"',
        'statusGroups[1]: no status belongs to the group "side"',
      ],
    ],
    [
      'keys of fields that do not exist or hold structures',
      'fields: [{code: tax_id, type: string}, {code: extra, type: json}]\nunique: [tax, [extra, tax_id], tax_id, tax_id]',
      [
        'unique[0]: there is no field "tax"',
        'unique[1]: "extra" cannot be part of a key: it holds several values or a structure',
        'unique[3]: "tax_id" occurs twice',
      ],
    ],
    [
      'placeholders of fields that do not exist',
      "fields: [{code: who, type: full_name}]\nnameTemplate: '{$hwo} {$who.lastnam} {$__index} {$who.lastname} {$x'",
      [
        'nameTemplate: there is no field "hwo" for {$hwo}; did you mean "who"?',
        'nameTemplate: "who" has no part "lastnam"; did you mean "lastname"?',
        'nameTemplate: a placeholder is not closed: write {$field}',
      ],
    ],
    [
      'an index on text without a limit',
      'fields: [{code: a, type: string, indexed: true}, {code: b, type: string, maxLength: 500, indexed: true}]',
      ['fields[0].indexed: text without a limit cannot be indexed; give it a maxLength of 500 or less'],
    ],
    [
      'search in what is no text',
      'fields: [{code: a, type: number, search: true}, {code: b, type: category, values: [{code: x, name: X}], search: true}, {code: t, type: table, columns: [{code: c, type: string, search: true}]}, {code: e, type: email, search: true}]',
      [
        'fields[0].search: a number cannot be searched; only text, links, names, phones, e-mails and accounts can',
        'fields[1].search: a category cannot be searched; only text, links, names, phones, e-mails and accounts can',
        'fields[2].columns[0].search: a column of a table cannot be searched',
      ],
    ],
  ]
  for (const [what, text, expected] of table) {
    it(`${what}: refused with its name`, () => {
      const found = problemsOf(shopFiles({ a: `name: A\n${text}\n` })).map((problem) =>
        problem.replace(/^apps\/a\.yaml:\d+ /, ''),
      )
      assert.deepEqual(found, expected)
    })
  }

  it('files in a wrong place are refused, because they would be ignored otherwise', () => {
    const more = {
      'namespaces/shop/aps/b.yaml': 'name: B',
      'namespaces/shop/apps/B.yml': '',
      'namespaces/shop/groups/b.json': '',
      'namespaces/lost/groups/x.yaml': 'name: X',
      'soluton.yaml': '',
      'namespaces/lost/apps/x.yaml': 'name: X',
    }
    assert.deepEqual(problemsOf(shopFiles({}, more)), [
      'namespaces/lost/apps/x.yaml: : namespaces/lost/namespace.yaml is missing',
      'namespaces/lost/groups/x.yaml: : namespaces/lost/namespace.yaml is missing',
      'apps/B.yml: : this file is in the wrong place; applications are namespaces/<code>/apps/<code>.yaml',
      'aps/b.yaml: : this file is in the wrong place; did you mean "apps"?',
      'groups/b.json: : this file is in the wrong place; groups are namespaces/<code>/groups/<code>.yaml',
      'soluton.yaml: : this file is not part of a solution; did you mean "solution.yaml"?',
    ])
  })

  it('a group needs only a title; absent keys get defaults, and the order of its sub-groups does not matter', () => {
    const read = (text: string) => {
      const [group] = readFiles(shopFiles({}, { 'namespaces/shop/groups/clerks.yaml': text })).of(groupKind)
      const { references: _, ...rest } = group!
      return rest
    }
    const plain = { namespace: 'shop', code: 'clerks', file: 'namespaces/shop/groups/clerks.yaml', name: 'Clerks' }
    const nothing = { description: '', isRole: false, isDefault: false, groups: [] }
    assert.deepEqual(read('name: Clerks'), { ...plain, ...nothing })
    const all = 'name: Clerks\ndescription: D\nrole: true\ndefault: true\ngroups: [shop.b, global.a]'
    const said = { description: 'D', isRole: true, isDefault: true, groups: ['global.a', 'shop.b'] }
    assert.deepEqual(read(all), { ...plain, ...said })
  })

  it('mistakes in a group file are reported with their lines', () => {
    const clerks = 'name: Clerks\nrole: yes\nmembers: [anna]\ngroups:\n  - shop\n  - __shop.buyers\n'
    const path = 'it must match ^_?[A-Za-z][A-Za-z0-9_]*\\.[A-Za-z0-9][A-Za-z0-9_-]*$'
    const more = { 'namespaces/shop/groups/clerks.yaml': clerks, 'namespaces/shop/groups/No-No.yaml': 'name: N' }
    assert.deepEqual(problemsOf(shopFiles({}, more)), [
      'groups/No-No.yaml: : a group code must match ^[a-z][a-z0-9_]*$',
      'groups/clerks.yaml:3 members: unknown key; known are name, description, role, default, groups',
      'groups/clerks.yaml:2 role: must be true or false, not "yes"',
      `groups/clerks.yaml:5 groups[0]: "shop" is not allowed here; ${path}`,
      `groups/clerks.yaml:6 groups[1]: "__shop.buyers" is not allowed here; ${path}`,
    ])
  })

  it('reserved codes, and codes that an address cannot contain, are refused', () => {
    const more = Object.fromEntries(
      ['system', 'System', 'global', 'ext_1', '__own', '1st', 'a-b', `_${'n'.repeat(30)}`].map((code) => [
        `namespaces/${code}/namespace.yaml`,
        'name: N',
      ]),
    )
    const pattern = '^_?[A-Za-z][A-Za-z0-9_]*$'
    const files = shopFiles({ 'two words': 'name: A', [`a${'b'.repeat(32)}`]: 'name: A' }, more)
    assert.deepEqual(problemsOf(files), [
      `namespaces/1st/namespace.yaml: : a namespace code must match ${pattern}`,
      'namespaces/System/namespace.yaml: : the namespace code "System" is reserved',
      `namespaces/__own/namespace.yaml: : a namespace code must match ${pattern}`,
      `namespaces/_${'n'.repeat(30)}/namespace.yaml: : a namespace code may have at most 30 characters`,
      `namespaces/a-b/namespace.yaml: : a namespace code must match ${pattern}`,
      'namespaces/ext_1/namespace.yaml: : the namespace code "ext_1" is reserved',
      'namespaces/global/namespace.yaml: : the namespace code "global" is reserved',
      `apps/a${'b'.repeat(32)}.yaml: : an application code may have at most 32 characters`,
      `apps/two words.yaml: : an application code must match ${pattern}`,
      'namespaces/system/namespace.yaml: : the namespace code "system" is reserved',
      'namespaces/system/namespace.yaml: : "system" and "System" differ only in case',
    ])
  })

  it('a solution without solution.yaml is refused', () => {
    assert.deepEqual(problemsOf(new Map()), ['solution.yaml: : the file is missing'])
  })
})
