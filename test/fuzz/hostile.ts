/** Replaced by `deepText` in the text of a body, since JSON.stringify could not nest that deep. */
export const deepMark = '@deep@'
export const deepText = `${'['.repeat(10_000)}1${']'.repeat(10_000)}`
/**
 * Large JSON texts, in which slow work for each entry would stop the event loop. They replace their marks when a
 * request is sent, so that requests stay short.
 */
export const manyTexts: Readonly<Record<string, string>> = {
  '@many keys@': `{${count(100_000, (at) => `"k${at}":1`)}}`,
  '@many nested keys@': `{"rows":[${count(50_000, (at) => `{"a${at}":1,"b${at}":{}}`)}]}`,
  '@many orders of keys@': `{"rows":[${count(10_000, (at) => shuffledKeys(at))}]}`,
  '@many empty rows@': `{"rows":[${count(10_000, () => '{}')}]}`,
  '@many numbers@': `[${count(400_000, () => '1')}]`,
  '@many texts@': `[${count(150_000, () => '"small"')}]`,
  '@many ids@': `[${count(25_000, () => '"0190a1b2-0000-7000-8000-00000000000a"')}]`,
  '@many applications@': `{"in":[{"field":"about"},{"list":[${count(10_000, (at) => `{"namespace":"all","code":"a${at}"}`)}]}]}`,
  '@many dots@': `"${'.'.repeat(1_000_000)}"`,
  '@many escapes@': `"${'\\"'.repeat(500_000)}"`,
  '@a long key@': `{"${'k'.repeat(1_000_000)}":1}`,
}

function count(times: number, text: (at: number) => string): string {
  return Array.from({ length: times }, (_, at) => text(at)).join(',')
}

/** Returns an object whose keys are in a different order for each `at`. */
function shuffledKeys(at: number): string {
  const keys = [...'abcdefg'].sort(
    (one, other) => ((one.charCodeAt(0) * at) % 101) - ((other.charCodeAt(0) * at) % 101),
  )
  return `{${keys.map((key) => `"${key}":1`).join(',')}}`
}

/** `JSON.rawJSON` writes numbers that JavaScript cannot represent. */
const raw = (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON

/** Texts with a special meaning in some language or system. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udc00',
  '\ufeff',
  '\u202e',
  '\u{1f468}\u200d\u{1f469}',
  'İıſß',
  "'",
  '"',
  '\\',
  '%',
  '_',
  "' or 1=1 --",
  "'; drop table element; --",
  '") or ("1"="1',
  '$1',
  '{$title}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is meant literally
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '..\\..\\windows',
  '/dev/null',
  'file:///etc/passwd',
  '=cmd|x',
  '__proto__',
  'constructor',
  'toString',
  '[title',
  'Datetime(0)',
  '[amount] = 1 and (([amount]',
  'null',
  'true',
  'NaN',
  'Infinity',
  '1e400',
  '-0',
  '٣',
  '0000-00-00',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:60Z',
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00Z',
  '2026-02-30',
  '2026-02-30T25:61:61+99:99',
  '24:00:00',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  '{0190a1b2-0000-7000-8000-00000000000a}',
  'all:things:x',
  'a'.repeat(256),
  'a'.repeat(100_000),
  '\u0301'.repeat(5000),
  'ﷺ'.repeat(2001),
  '('.repeat(5000),
  deepMark,
]

export const hostileValues: readonly unknown[] = [
  ...hostileTexts,
  ...Object.keys(manyTexts),
  null,
  true,
  false,
  0,
  -0,
  -1,
  0.1,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  1e18,
  1e308,
  -1e308,
  5e-324,
  raw('1e999'),
  raw('-1e999'),
  raw('1e-999'),
  raw('123456789012345678901234567890.123456789'),
  raw(`0.${'3'.repeat(5000)}`),
  [],
  {},
  [[]],
  [null],
  [{}],
  [[[[[]]]]],
  Array.from({ length: 20_001 }, () => 1),
  Array.from({ length: 10_001 }, () => '0190a1b2-0000-7000-8000-00000000000a'),
  { length: 1e9 },
  { toString: 1 },
  { toJSON: 'x' },
  { $ref: '#' },
  { eq: [] },
  { not: { not: { not: {} } } },
  { rows: [{ __proto: 1 }] },
]

export const hostileKeys: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '__id',
  '__deletedAt',
  '__createdBy',
  '__name',
  '',
  'a.b',
  "a'b",
  'a"b',
  '$where',
  '*',
  '\u0000',
  '\ud800',
  'k'.repeat(10_000),
]

/** Replacements for a segment of the path, inserted unchanged. */
export const hostileSegments: readonly string[] = [
  '%',
  '%zz',
  '%00',
  '%c3%28',
  '%ed%a0%80',
  '%2e%2e',
  '..',
  '..%2f..%2fetc',
  '%2f',
  '%5c',
  '%27%20or%201=1',
  '%7Bid%7D',
  ':id',
  '*',
  '__proto__',
  'constructor',
  '00000000-0000-0000-0000-000000000000',
  'é',
  'x'.repeat(20_000),
  'x'.repeat(70_000),
]
